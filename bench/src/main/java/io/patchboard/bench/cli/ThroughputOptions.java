package io.patchboard.bench.cli;

import io.patchboard.bench.load.Proposals;
import io.patchboard.bench.process.BoardKind;
import io.patchboard.bench.result.Results;
import io.patchboard.bench.service.Rig;
import io.patchboard.bench.service.Rounds;
import io.patchboard.bench.service.Side;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Mixin;

/** What commands that measure throughput are told, and how they measure it. */
final class ThroughputOptions {

    /** Bytes of the value that plain Streams, the practical limit, stores with each record. */
    private static final int PLAIN_BYTES = 1_000;

    @Mixin
    private RoundOptions rounds;

    @Mixin
    private SettingOptions set;

    Side kernel(Rig rig, String prefix) {
        return rig.kernel(prefix, set.settings());
    }

    /** Kernels that share the work, each with so many stream threads. */
    Side kernels(Rig rig, String prefix, int processes, int threads, int partitions) {
        Map<String, String> settings = new TreeMap<>(set.settings());
        settings.put("num.stream.threads", Integer.toString(threads));
        return rig.kernels(prefix, processes, partitions, settings);
    }

    Side plain(Rig rig) {
        return plain(rig, "plain.", PLAIN_BYTES);
    }

    Side plain(Rig rig, String prefix, int bytes) {
        return rig.plain(prefix, bytes, set.settings());
    }

    Side sameWrites(Rig rig, String prefix, int boardBytes) {
        return rig.sameWrites(prefix, BoardKind.CLAIMS, boardBytes, set.settings());
    }

    /** Turns that are not counted, so that sides whose boards differ are compared with the same, compiled code. */
    void warmUp(List<Side> sides, int boards, Proposals proposals, boolean quick) {
        rounds.warmUp(quick)
                .run(sides.stream()
                        .map(side -> Rounds.Contender.of(side, boards, proposals::steady))
                        .toList());
    }

    /** Of a side that is {@linkplain #warmUp warm}. */
    List<Side.Turn> turns(Side side, int boards, Proposals proposals, boolean quick) {
        return turns(List.of(side), boards, proposals, quick).get(0);
    }

    /** The same of several, which take turns. */
    List<List<Side.Turn>> turns(List<Side> sides, int boards, Proposals proposals, boolean quick) {
        List<Rounds.Contender> all = sides.stream()
                .map(side -> Rounds.Contender.of(side, boards, proposals::steady))
                .toList();
        Map<Rounds.Contender, List<Side.Turn>> turns = rounds.warm(quick).run(all);
        return all.stream().map(turns::get).toList();
    }

    /** The kernel and its limits, all {@linkplain #warmUp warm}, in turns, and the ratio to each of them. */
    void compare(
            Side kernel,
            List<Side> limits,
            int boards,
            Proposals proposals,
            boolean quick,
            Map<String, String> at,
            Results results) {
        List<Side> sides = new ArrayList<>(limits);
        sides.add(0, kernel);
        List<List<Side.Turn>> turns = turns(sides, boards, proposals, quick);
        for (int i = 0; i < sides.size(); i++) {
            Reports.throughput(sides.get(i).name(), turns.get(i), at, results);
        }
        for (int i = 1; i < sides.size(); i++) {
            Reports.ratio(turns.get(0), sides.get(i).name(), turns.get(i), at, results);
        }
    }
}
