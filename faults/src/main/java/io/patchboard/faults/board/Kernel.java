package io.patchboard.faults.board;

import io.patchboard.encoding.RecordDecoder;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.decide.Decider;
import io.patchboard.kernel.decide.dispatch.InvocationIds;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.kernel.stream.InputReader;
import java.nio.charset.StandardCharsets;

/** The kernel's parts, as its Streams shell puts them together; boards share them. */
public final class Kernel {

    private final InputReader inputs = new InputReader(new RecordDecoder(InputReader.LIMITS));
    private final Decider decider = new Decider(
            Limits.DEFAULT,
            new Blueprints(),
            new InvocationIds("the fault table's own secret".getBytes(StandardCharsets.UTF_8)),
            queue -> true);

    InputReader inputs() {
        return inputs;
    }

    Decider decider() {
        return decider;
    }
}
