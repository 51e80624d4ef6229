package io.patchboard.gateway.runner;

import static io.patchboard.gateway.worker.Invocations.invocation;

import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** Programs of a few lines, and runners for them. */
abstract class ProcessRig {

    @TempDir
    Path folder;

    final List<ProcessRunner> runners = new ArrayList<>();

    @AfterEach
    void closeRunners() {
        runners.forEach(ProcessRunner::close);
    }

    static boolean isRunning(long pid) {
        return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
    }

    static Answer answer(ProcessRunner runner, Invocation invocation) throws Exception {
        return runner.run(invocation).toCompletableFuture().get(5, TimeUnit.MINUTES);
    }

    ProcessRunner python(String program) throws Exception {
        Files.writeString(folder.resolve("worker.py"), program);
        return runner(List.of("python3", "worker.py"));
    }

    ProcessRunner shell(String script) {
        return runner(List.of("sh", "-c", script));
    }

    WorkerBinding.Program program(String script) {
        return new WorkerBinding.Program(List.of("sh", "-c", script), folder, Duration.ofMinutes(5), 1, Map.of());
    }

    ProcessRunner runner(List<String> command) {
        return runner(new WorkerBinding.Program(command, folder, Duration.ofMinutes(5), 1, Map.of("KEY", "of env")));
    }

    ProcessRunner runner(WorkerBinding.Program program) {
        ProcessRunner runner = new ProcessRunner("w", program, Callbacks.none(), Clock.systemUTC());
        runners.add(runner);
        return runner;
    }
}
