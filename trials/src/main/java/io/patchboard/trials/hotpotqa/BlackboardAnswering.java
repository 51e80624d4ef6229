package io.patchboard.trials.hotpotqa;

import com.fasterxml.jackson.databind.JsonNode;
import io.patchboard.experiments.hotpotqa.Reading;
import io.patchboard.experiments.hotpotqa.Role;
import io.patchboard.faults.tree.Trees;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.json.Json;
import io.patchboard.json.JsonWriter;
import io.patchboard.trials.play.Arm;
import io.patchboard.trials.play.Boards;
import io.patchboard.trials.play.Ended;
import io.patchboard.trials.play.Ledger;
import io.patchboard.trials.play.Played;
import io.patchboard.trials.play.SharedBoard;
import io.patchboard.trials.play.Team;
import io.patchboard.trials.play.TeamBlueprint;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A question on a blackboard without a kernel. Whoever's turn it is reads all of it, is told in the prompt what its
 * role may write, and writes. A loop hands out the turns as the blueprint's rules do, by what stands on the board, and
 * asks again where nothing came of it, as often as the blueprint does.
 *
 * @param structured whether values are checked against their types, and prompts show the schemas
 */
record BlackboardAnswering(TeamBlueprint team, boolean structured) implements Arm.Mechanism<Desk> {

    /** As the blueprint's budget and policy have it. */
    private static final int MOST_CALLS = 60;

    private static final int ATTEMPTS = 3;

    private record Turn(Role role, String item) {}

    @Override
    public Played play(Desk desk) {
        Ledger ledger = new Ledger(desk.model(), desk.counts());
        SharedBoard board = new SharedBoard(
                structured ? Boards.structured(desk.initial(), team.schema()) : Boards.plain(desk.initial()));
        Watch watch = new Watch(tree(team.schema()), tree(desk.initial()));
        Map<Turn, Integer> given = new HashMap<>();
        int refused = 0;
        int asked = 0;
        boolean waits = true;
        try (Team workers =
                new Team(ledger, desk.clock(), desk.clock().instant().plus(desk.longest()))) {
            while (waits && asked < MOST_CALLS && !workers.isOutOfTime()) {
                Optional<Turn> turn = next(board, given);
                waits = turn.isPresent();
                if (waits) {
                    asked++;
                    String role = turn.get().role().word();
                    Answer answer = workers.ask(board.invitation(
                            team, structured, asked, role, turn.get().item()));
                    given.merge(turn.get(), answer.isFailed() ? 1 : answered(turn.get()), Integer::sum);
                    refused += answer.isFailed() ? 1 : 0;
                    board.deliver(answer.isFailed() ? Optional.empty() : Optional.of(answer.patch()), ledger.said());
                    watch.answered(role, tree(board.document()), board.appended());
                }
            }
            Ended otherwise = workers.isOutOfTime() ? Ended.TIME : waits ? Ended.CALLS : Ended.STOPPED;
            return new Assessment(desk.example(), board.document()).played(ledger, refused, watch, otherwise);
        }
    }

    /** An extractor that has said something is not asked about the source again, whatever the board took of it. */
    private static int answered(Turn turn) {
        return turn.role() == Role.EXTRACTOR ? ATTEMPTS : 1;
    }

    private static Optional<Turn> next(SharedBoard board, Map<Turn, Integer> given) {
        Reading reading = Reading.ofBoard(board.document());
        Turn retrieve = new Turn(Role.RETRIEVER, "");
        if (reading.sources().isEmpty() && mayAsk(retrieve, given)) {
            return Optional.of(retrieve);
        }
        for (int source : reading.sources().keySet()) {
            Turn extract = new Turn(Role.EXTRACTOR, "/sources/" + source);
            if (mayAsk(extract, given)) {
                return Optional.of(extract);
            }
        }
        for (int claim : reading.claims().keySet()) {
            Turn verify = new Turn(Role.VERIFIER, "/claims/" + claim);
            if (!reading.verdicts().containsKey(claim) && mayAsk(verify, given)) {
                return Optional.of(verify);
            }
        }
        Turn conclude = new Turn(Role.ANSWERER, "");
        return board.has("answer") || !mayAsk(conclude, given) ? Optional.empty() : Optional.of(conclude);
    }

    private static boolean mayAsk(Turn turn, Map<Turn, Integer> given) {
        return given.getOrDefault(turn, 0) < ATTEMPTS;
    }

    private static JsonNode tree(Json json) {
        return Trees.parse(JsonWriter.compact(json));
    }
}
