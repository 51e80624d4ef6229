package io.patchboard.trials.hotpotqa;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.trials.play.Arm;
import io.patchboard.trials.play.TeamBlueprint;
import java.util.List;

/** The arms: the system, its controls, and the system with an evidence gate. */
public final class QuestionArms {

    /** A claim's quote stands verbatim in the paragraph that it names, on the board's own copy of it. */
    private static final JsonObject GATE = JsonObject.builder()
            .put("name", "quote-is-verbatim")
            .put("path", "/claims/*")
            .put("rule", "state.paragraphs.exists(p, p.handle == self.source && p.text.contains(self.quote))")
            .put(
                    "message",
                    "A claim quotes its source to the letter. Copy the words that it rests on, or claim nothing.")
            .build();

    private QuestionArms() {}

    public static List<Arm<Desk>> all() {
        TeamBlueprint team = TeamBlueprint.load(QuestionArms.class, "blueprint.yaml");
        Blueprints blueprints = new Blueprints();
        return List.of(
                new Arm<>(
                        "patchboard",
                        "four roles on the kernel: contracts, schema and views, but nothing looks at what a claim says",
                        new KernelAnswering(team, blueprints)),
                new Arm<>(
                        "evidence-gate",
                        "the same with an evidence gate: an invariant wants each quote verbatim in its source",
                        new KernelAnswering(team.with("invariants", none -> JsonArray.of((Json) GATE)), blueprints)),
                new Arm<>(
                        "plain",
                        "control: a document that everybody reads and overwrites; what cannot be read is put behind it",
                        new BlackboardAnswering(team, false)),
                new Arm<>(
                        "structured",
                        "control: a typed JSON document; what does not parse or fit its type is dropped, no contracts",
                        new BlackboardAnswering(team, true)));
    }
}
