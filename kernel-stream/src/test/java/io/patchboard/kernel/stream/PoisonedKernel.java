package io.patchboard.kernel.stream;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** A kernel with a bug: a blueprint with the queue {@code defect} ends its process, or would never come to an end. */
final class PoisonedKernel {

    enum Bug {
        MEMORY,
        ENDLESS,
        HALT
    }

    static final String DECIDING = "deciding";

    private static final String BLUEPRINT =
            "{'apiVersion':'patchboard/v1','name':'notes','state':{'schema':{},'initial':{}},'workers':{'w':{'queue':'%s','unsolicited':true}}}";

    private PoisonedKernel() {}

    /** Decides three commands, the same ones in each life, and prints the log. */
    public static void main(String[] args) throws Exception {
        Attempts attempts = Attempts.in(Path.of(args[0]), 1);
        attempts.count();
        Executors.newSingleThreadScheduledExecutor(task -> {
                    Thread thread = new Thread(task, "heartbeat");
                    thread.setDaemon(true);
                    return thread;
                })
                .scheduleAtFixedRate(attempts::alive, 0, 20, TimeUnit.MILLISECONDS);
        Bug bug = Bug.valueOf(args[1]);
        Path stateDir = Files.createTempDirectory("poisoned");
        try (KernelDriver kernel = new KernelDriver(stateDir, queue -> exists(queue, bug), attempts)) {
            for (String board : List.of("before", "defect", "after")) {
                String command = KernelDriver.createBoard(board, BLUEPRINT.formatted(board), "{}");
                kernel.command(board, command).forEach(entry -> System.out.println(entry.toJson()));
            }
        }
    }

    private static boolean exists(String queue, Bug bug) {
        if (!queue.equals("defect")) {
            return true;
        }
        if (bug == Bug.HALT) {
            Runtime.getRuntime().halt(9);
        }
        long begun = System.nanoTime();
        while (System.nanoTime() - begun < 3 * Attempts.LONG_MILLIS * 1_000_000) {
            Thread.onSpinWait();
        }
        System.out.println(DECIDING);
        byte[][] heap = new byte[1_000_000][];
        for (int i = 0; bug == Bug.ENDLESS || i < heap.length; i++) {
            heap[i % heap.length] = new byte[bug == Bug.MEMORY ? 1024 * 1024 : 1];
        }
        return heap.length > 0;
    }
}
