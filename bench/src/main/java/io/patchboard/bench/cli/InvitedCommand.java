package io.patchboard.bench.cli;

import io.patchboard.bench.load.Invited;
import io.patchboard.bench.load.Proposals;
import io.patchboard.bench.process.BoardKind;
import io.patchboard.bench.result.Results;
import io.patchboard.bench.service.ClosedLoop;
import io.patchboard.bench.service.Rig;
import io.patchboard.bench.service.Rounds;
import io.patchboard.bench.service.Side;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * What it costs to invite: a commit that is followed by a rule, a view and the next invocation, against the same commit
 * of a worker that nobody invites, and the same writes of either with nothing decided. Each board of each side has one
 * proposal under way.
 */
@Command(
        name = "invited",
        description = "A commit with rules, view and the next invocation, against one that nobody was invited to.",
        mixinStandardHelpOptions = true)
final class InvitedCommand implements Callable<Integer> {

    private static final int BOARD_BYTES = 10_000;
    private static final int BOARDS = 1_000;
    private static final String UNINVITED = "uninvited";

    @Mixin
    private ResultOptions options;

    @Mixin
    private RoundOptions rounds;

    @Override
    public Integer call() throws IOException {
        Results results = options.results("invited");
        int bytes = options.quick() ? 2_000 : BOARD_BYTES;
        int boards = options.quick() ? 10 : BOARDS;
        Invited invited = new Invited(bytes);
        Proposals uninvited = Proposals.ofOneKilobyte(bytes);
        Map<String, String> at = Map.of("boardBytes", Integer.toString(bytes));
        try (Rig rig = Rig.start(!options.quick());
                Side inviting = rig.invitingKernel("patchboard, invited", "invited.");
                Side open = rig.kernel("uninvited.");
                Side sameInviting = rig.sameWrites("sameinvited.", BoardKind.INVITED, bytes, Map.of());
                Side sameOpen = rig.sameWrites("sameuninvited.", BoardKind.CLAIMS, bytes, Map.of())) {
            ClosedLoop.Next answer = invited::answer;
            ClosedLoop.Next proposal = (before, round) -> uninvited.steady(before.key(), round);
            Rounds.Contender with =
                    ClosedLoop.on(inviting, boards, invited::create, answer).contender();
            Rounds.Contender without =
                    ClosedLoop.on(open, boards, uninvited::create, proposal).contender();
            Rounds.Contender sameWith =
                    ClosedLoop.on(sameInviting, boards, invited::create, answer).contender();
            Rounds.Contender sameWithout =
                    ClosedLoop.on(sameOpen, boards, uninvited::create, proposal).contender();
            Map<Rounds.Contender, List<Side.Turn>> turns =
                    rounds.rounds(options.quick()).run(List.of(with, without, sameWith, sameWithout));
            Reports.throughput(turns, at, results);
            Reports.ratio(with.name(), turns.get(with), UNINVITED, turns.get(without), at, results);
            Reports.ratio(sameWith.name(), turns.get(sameWith), UNINVITED, turns.get(sameWithout), at, results);
            Reports.ratio(with.name(), turns.get(with), sameWith.name(), turns.get(sameWith), at, results);
            Reports.ratio(turns.get(without), sameWithout.name(), turns.get(sameWithout), at, results);
        }
        results.save();
        return 0;
    }
}
