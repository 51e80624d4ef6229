package io.patchboard.gateway.config;

import java.time.Duration;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** A worker with something around it. */
public sealed interface Around extends WorkerBinding permits WorkerBinding.Faulty, WorkerBinding.Shadowed, Limited {

    WorkerBinding inner();

    @Override
    default Duration timeout() {
        return inner().timeout();
    }

    @Override
    default WorkerBinding plain() {
        return inner().plain();
    }

    @Override
    default Stream<WorkerBinding> parts() {
        return inner().parts();
    }

    @Override
    default OptionalInt concurrency() {
        return inner().concurrency();
    }
}
