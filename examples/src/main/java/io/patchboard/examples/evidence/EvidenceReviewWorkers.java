package io.patchboard.examples.evidence;

import io.patchboard.gateway.worker.Worker;
import io.patchboard.gateway.worker.WorkerProvider;
import java.util.Map;

/** The team of the example {@code evidence-review}, for {@code workers.yaml}. */
public final class EvidenceReviewWorkers implements WorkerProvider {

    @Override
    public String name() {
        return "evidence-review";
    }

    @Override
    public Map<String, Worker> workers() {
        return Map.of(
                "retriever", new Retriever(),
                "extractor", new Extractor(),
                "verifier", new Verifier(),
                "writer", new Writer());
    }
}
