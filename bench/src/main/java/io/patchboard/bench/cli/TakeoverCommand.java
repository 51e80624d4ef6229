package io.patchboard.bench.cli;

import io.patchboard.bench.load.Proposals;
import io.patchboard.bench.result.Measurement;
import io.patchboard.bench.result.Results;
import io.patchboard.bench.service.Rig;
import io.patchboard.bench.service.Side;
import io.patchboard.bench.service.Takeover;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How long boards wait when one of two kernels is gone and stays away. */
@Command(
        name = "takeover",
        description = "From kill -9 of one of two kernels under load until the other has committed all that was sent.",
        mixinStandardHelpOptions = true)
final class TakeoverCommand implements Callable<Integer> {

    private static final int BOARD_BYTES = 10_000;
    private static final int PARTITIONS = 8;
    private static final int PROCESSES = 2;

    @Mixin
    private ResultOptions options;

    @Mixin
    private SettingOptions set;

    @Option(names = "--kills", defaultValue = "10", description = "Default: ${DEFAULT-VALUE}.")
    private int kills;

    @Option(names = "--boards", defaultValue = "200", description = "Default: ${DEFAULT-VALUE}.")
    private int boards;

    @Option(
            names = "--standby",
            split = ",",
            defaultValue = "0,1",
            description = "Copies of stores at the other kernel, num.standby.replicas (default: ${DEFAULT-VALUE}).")
    private List<Integer> standbys;

    @Override
    public Integer call() throws IOException {
        Results results = options.results("takeover");
        Proposals proposals = Proposals.ofOneKilobyte(BOARD_BYTES);
        int count = options.quick() ? 20 : boards;
        // Always in JVMs of their own: nothing else can be killed.
        try (Rig rig = Rig.start(true)) {
            for (int standby : options.quick() ? List.of(0) : standbys) {
                Map<String, String> settings = new TreeMap<>(set.settings());
                settings.put("num.standby.replicas", Integer.toString(standby));
                List<Double> seconds = new ArrayList<>();
                try (Side side = rig.kernels("standby" + standby + ".", PROCESSES, PARTITIONS, settings)) {
                    side.createBoards(proposals, 0, count);
                    Takeover takeover = new Takeover(rig, side, PROCESSES);
                    for (int kill = 0; kill < (options.quick() ? 1 : kills); kill++) {
                        takeover.awaitShared();
                        seconds.add(takeover.kill(kill % PROCESSES, side.proposals(count, proposals::steady)) / 1e9);
                    }
                }
                Map<String, String> at = Map.of("standby", Integer.toString(standby));
                results.add(Measurement.of("patchboard", "all committed after kill", at, "s", seconds));
            }
        }
        results.save();
        return 0;
    }
}
