package io.patchboard.gateway.runner;

import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.record.Usage;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Has the version of a worker answer whose board it is, and says which one it was. */
public final class VersionedRunner implements Runner {

    private final String worker;
    private final WorkerBinding.Versions versions;
    private final Map<String, Runner> runners;

    /** @param runners by version; closed with this */
    public VersionedRunner(String worker, WorkerBinding.Versions versions, Map<String, Runner> runners) {
        this.worker = worker;
        this.versions = versions;
        this.runners = Map.copyOf(runners);
    }

    @Override
    public CompletionStage<Answer> run(Invocation invocation) {
        String version = versions.of(worker, invocation.boardId()).name();
        return Optional.ofNullable(runners.get(version))
                .orElseThrow()
                .run(invocation)
                .thenApply(answer -> told(answer, version));
    }

    /** What a worker says of itself, or has signed, stays as it is. */
    private static Answer told(Answer answer, String version) {
        Usage usage = answer.usage().orElse(Usage.NONE);
        return answer.proof().isPresent()
                        || usage.circumstances().workerVersion().isPresent()
                ? answer
                : answer.withUsage(usage.in(usage.circumstances().withVersion(version)));
    }

    @Override
    public void close() {
        runners.values().forEach(Runner::close);
    }
}
