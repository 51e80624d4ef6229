package io.patchboard.gateway.config;

import io.patchboard.gateway.limit.FleetLimit;
import java.util.Optional;
import java.util.stream.Stream;

/** A worker that counts against a limit of all gateways. */
public record Limited(WorkerBinding inner, FleetLimit limit) implements Around {

    @Override
    public WorkerBinding keepingFrom(KnownSecrets others) {
        return new Limited(inner.keepingFrom(others), limit);
    }

    /** The limit that a worker's answers to a board count against. */
    public static Optional<FleetLimit> of(WorkerBinding binding, String worker, String board) {
        return switch (binding) {
            case Limited limited -> Optional.of(limited.limit());
            case Around around -> of(around.inner(), worker, board);
            case WorkerBinding.Versions versions ->
                of(versions.of(worker, board).binding(), worker, board);
            case WorkerBinding.Llm llm ->
                llm.models().byName().get(llm.model()).limits().fleet();
            case WorkerBinding.Program program -> Optional.empty();
            case WorkerBinding.Http http -> Optional.empty();
            case WorkerBinding.A2a a2a -> Optional.empty();
            case WorkerBinding.Provided provided -> Optional.empty();
            case WorkerBinding.Resumable resumable -> Optional.empty();
            case WorkerBinding.Given given -> Optional.empty();
        };
    }

    /** All limits that its answers, those of fallbacks and of shadows may count against. */
    public static Stream<FleetLimit> in(WorkerBinding binding) {
        return switch (binding) {
            case Limited limited -> Stream.of(limited.limit());
            case WorkerBinding.Shadowed shadowed -> Stream.concat(in(shadowed.inner()), in(shadowed.shadow()));
            case Around around -> in(around.inner());
            case WorkerBinding.Versions versions -> versions.all().stream().flatMap(version -> in(version.binding()));
            case WorkerBinding.Llm llm ->
                llm.models().byName().values().stream().flatMap(model -> model.limits().fleet().stream());
            case WorkerBinding.Program program -> Stream.empty();
            case WorkerBinding.Http http -> Stream.empty();
            case WorkerBinding.A2a a2a -> Stream.empty();
            case WorkerBinding.Provided provided -> Stream.empty();
            case WorkerBinding.Resumable resumable -> Stream.empty();
            case WorkerBinding.Given given -> Stream.empty();
        };
    }
}
