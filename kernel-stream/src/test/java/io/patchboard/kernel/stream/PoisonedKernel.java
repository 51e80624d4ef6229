package io.patchboard.kernel.stream;

import io.patchboard.tracing.Tracing;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A kernel with a bug: a blueprint with the queue {@code defect} ends its process. */
final class PoisonedKernel {

    enum Bug {
        MEMORY,
        HALT
    }

    private static final String BLUEPRINT =
            "{'apiVersion':'patchboard/v1','name':'notes','state':{'schema':{},'initial':{}},'workers':{'w':{'queue':'%s','unsolicited':true}}}";

    private PoisonedKernel() {}

    /** Decides three commands, the same ones in each life, and prints the log. */
    public static void main(String[] args) throws Exception {
        Attempts attempts = Attempts.in(Path.of(args[0]), 1);
        attempts.count();
        Bug bug = Bug.valueOf(args[1]);
        Path stateDir = Files.createTempDirectory("poisoned");
        try (KernelDriver kernel = new KernelDriver(stateDir, queue -> exists(queue, bug), attempts, Tracing.off())) {
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
        byte[][] heap = new byte[1_000_000][];
        for (int i = 0; i < heap.length; i++) {
            heap[i] = new byte[1024 * 1024];
        }
        return heap.length > 0;
    }
}
