package io.patchboard.bench.cli;

import io.patchboard.bench.load.Proposals;
import io.patchboard.bench.profile.Samples;
import io.patchboard.bench.service.Rig;
import io.patchboard.bench.service.Side;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Where the kernel's time goes under load: samples of its stream threads. */
@Command(
        name = "profile",
        description =
                "Where the kernel's time goes under load: samples of its stream threads, by Java Flight Recorder.",
        mixinStandardHelpOptions = true)
final class ProfileCommand implements Callable<Integer> {

    private static final int MOST_LINES = 40;

    @Mixin
    private ThroughputOptions throughput;

    @Option(names = "--board-bytes", defaultValue = "10000", description = "Default: ${DEFAULT-VALUE}.")
    private int boardBytes;

    @Option(names = "--boards", defaultValue = "1000", description = "Default: ${DEFAULT-VALUE}.")
    private int boards;

    @Option(names = "--plain", description = "Of plain Streams in place of the kernel.")
    private boolean plain;

    @Override
    public Integer call() throws IOException {
        Path recording = Files.createTempFile("patchboard-bench", ".jfr");
        try (Rig rig = Rig.start(true)) {
            System.setProperty(
                    "bench.part.jvm",
                    "-XX:StartFlightRecording=dumponexit=true,settings=profile,filename=" + recording
                            + " -Xlog:jfr*=off");
            Proposals proposals = Proposals.ofOneKilobyte(boardBytes);
            try (Side side = plain ? throughput.plain(rig) : throughput.kernel(rig, "kernel.")) {
                if (!plain) {
                    side.createBoards(proposals, 0, boards);
                }
                System.out.println("With the recorder on: " + throughput.turns(side, boards, proposals, false));
            }
        }
        report(Samples.read(recording, thread -> thread.contains("StreamThread") && !thread.contains("producer")));
        System.out.println("The recording is " + recording);
        return 0;
    }

    private static void report(Samples samples) {
        System.out.println("Samples of all threads: " + samples.byThread());
        print("Innermost method of PatchBoard", samples.innermost(one -> one.startsWith("io.patchboard.")), samples);
        print(
                "Methods of PatchBoard, with what they call",
                samples.total(one -> one.startsWith("io.patchboard.")),
                samples);
        print(
                "Methods of Kafka and RocksDB, with what they call",
                samples.total(one -> one.startsWith("org.apache.kafka.") || one.startsWith("org.rocksdb.")),
                samples);
        print("Innermost method", samples.self(), samples);
    }

    private static void print(String title, Map<String, Integer> counts, Samples samples) {
        System.out.println();
        System.out.println(title);
        counts.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .limit(MOST_LINES)
                .forEach(one -> System.out.printf(
                        "%5.1f %%  %s%n", 100.0 * one.getValue() / Math.max(1, samples.size()), one.getKey()));
    }
}
