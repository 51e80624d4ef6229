package io.patchboard.bench.process;

import io.patchboard.bench.load.Steps;
import io.patchboard.examples.evidence.EvidenceReviewWorkers;
import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.worker.PatchBuilder;
import io.patchboard.gateway.worker.Worker;
import java.util.HashMap;
import java.util.Map;

/** Those that a bench's gateway serves: the team of {@code evidence-review}, and one that takes a step. */
final class Workers {

    private Workers() {}

    static Map<String, WorkerBinding> bindings() {
        Map<String, WorkerBinding> bindings = new HashMap<>();
        new EvidenceReviewWorkers().workers().forEach((name, worker) -> bindings.put(name, given(worker)));
        bindings.put(
                Steps.WORKER,
                given(invocation -> new PatchBuilder().append("/steps", "done").answer()));
        return bindings;
    }

    private static WorkerBinding given(Worker worker) {
        return WorkerBinding.Given.of(worker);
    }
}
