package io.patchboard.standalone.crash;

import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.gateway.worker.PatchBuilder;
import io.patchboard.gateway.worker.Worker;
import io.patchboard.gateway.worker.WorkerProvider;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The workers of {@link CrashBlueprint}, for gateways: honest, and slow enough to be caught at work. */
public final class SlowWorkers implements WorkerProvider {

    private static final long THINKING_MILLIS = 400;

    @Override
    public String name() {
        return "slow";
    }

    @Override
    public Map<String, Worker> workers() {
        return Map.of(
                "filler", invocation -> think(invocation, fill()),
                "checker", invocation -> think(invocation, check(invocation)),
                "closer", invocation -> think(invocation, new PatchBuilder().add("/answer", Json.of("done"))));
    }

    private static PatchBuilder fill() {
        PatchBuilder patch = new PatchBuilder();
        for (int i = 0; i < 4; i++) {
            patch.add("/items/-", JsonObject.of("status", Json.of("new")));
        }
        return patch;
    }

    private static PatchBuilder check(Invocation invocation) {
        return new PatchBuilder().replace(invocation.itemPath().orElseThrow() + "/status", Json.of("checked"));
    }

    private static Answer think(Invocation invocation, PatchBuilder patch) throws IOException, InterruptedException {
        WorkJournal journal = WorkJournal.ofThisProcess();
        journal.begins(invocation.invocationId());
        TimeUnit.MILLISECONDS.sleep(THINKING_MILLIS);
        journal.ends(invocation.invocationId());
        return patch.answer();
    }
}
