package io.patchboard.trials.hotpotqa;

import com.fasterxml.jackson.databind.JsonNode;
import io.patchboard.experiments.episode.MemoryBoard;
import io.patchboard.faults.tree.StrictPatch;
import io.patchboard.faults.tree.Trees;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonWriter;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.trials.play.Arm;
import io.patchboard.trials.play.Ended;
import io.patchboard.trials.play.Ledger;
import io.patchboard.trials.play.Played;
import io.patchboard.trials.play.Team;
import io.patchboard.trials.play.TeamBlueprint;
import java.util.Optional;

/** A question on a board of the real kernel. */
record KernelAnswering(TeamBlueprint team, Blueprints blueprints) implements Arm.Mechanism<Desk> {

    @Override
    public Played play(Desk desk) {
        Ledger ledger = new Ledger(desk.model(), desk.counts());
        try (Team asked = new Team(ledger, desk.clock(), desk.clock().instant().plus(desk.longest()))) {
            MemoryBoard played = MemoryBoard.play(
                    blueprints, team.json(), desk.input(), invitation -> answer(asked.ask(invitation)));
            int refused = (int) played.log().stream()
                    .filter(entry -> entry.event() instanceof PatchRejected)
                    .count();
            return new Assessment(desk.example(), (JsonObject) played.board().state())
                    .played(ledger, refused, watch(desk, played), asked.isOutOfTime() ? Ended.TIME : Ended.STOPPED);
        }
    }

    private static Optional<Json> answer(Answer answer) {
        return answer.isFailed() ? Optional.empty() : Optional.of(answer.patch());
    }

    /** Its log, patched by another implementation than the kernel's. */
    private Watch watch(Desk desk, MemoryBoard played) {
        JsonNode state = tree(desk.initial());
        Watch watch = new Watch(tree(team.schema()), state);
        for (LogEntry entry : played.log()) {
            if (entry.event() instanceof PatchCommitted committed) {
                state = StrictPatch.apply(state, tree(committed.patch())).orElseThrow();
                watch.answered(committed.worker(), state, "");
            }
        }
        return watch;
    }

    private static JsonNode tree(Json json) {
        return Trees.parse(JsonWriter.compact(json));
    }
}
