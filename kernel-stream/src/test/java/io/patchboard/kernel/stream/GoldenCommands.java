package io.patchboard.kernel.stream;

import io.patchboard.json.JsonWriter;
import io.patchboard.kernel.Texts;
import io.patchboard.record.StateHash;
import java.util.List;

/** Boards of whom operators ask something, and whose authors sign. */
abstract class GoldenCommands extends GoldenSteps {

    GoldenCommands(KernelDriver kernel) {
        super(kernel);
    }

    /** Is marked, edited, restored, given another blueprint, and the origin of a fork. */
    final void operated() {
        create("operated");
        String who = ", by: ada, reason: 'to see'";
        command("operated", "MarkBoard", who + ", name: fresh");
        command("operated", "EditBoard", who + ", patch: [{op: add, path: /items/-, value: {id: a}}]");
        command("operated", "RestoreBoard", who + ", mark: fresh");
        propose("operated", "{op: add, path: /items/-, value: {id: b}}");
        String other = JsonWriter.compact(Texts.json(GoldenParts.BLUEPRINT.replace("tokens: 110", "tokens: 220")));
        command("operated", "AmendBlueprint", who + ", open: supersede, blueprint: " + other);
        command("operated", "MarkBoard", who + ", name: ''");
    }

    /** An editor signs: what is appended, what a gate holds, and once with nothing. */
    final void signed() {
        create(
                "signed",
                GoldenParts.BLUEPRINT.replace("editor: {", "editor: {keys: [" + GoldenParts.AUTHOR.publicKey() + "], ")
                        + "gates: [{name: large, on: {path: /n}, when: state.n > 5}]");
        propose("signed", "{op: replace, path: /n, value: 4}");
        for (String operation :
                List.of("{op: add, path: /items/-, value: {id: a}}", "{op: replace, path: /n, value: 6}")) {
            proposeSigned("signed", operation);
        }
        command("signed", "Decide", ", by: ada, reason: 'to see', option: approve, raised: []");
    }

    /** An operator signs all that is asked of a board, and one who is none does not. */
    final void commanded() {
        String rules =
                GoldenParts.BLUEPRINT.replace("clerk: {", "clerk: {compensation: {worker: senior, idempotent: true}, ")
                        + "operators: {ada: {keys: [" + GoldenParts.AUTHOR.publicKey() + "]}}\n";
        String who = ", by: ada, reason: 'to see'";
        createSigned("commanded", rules, who);
        command("commanded", "PauseBoard", who);
        commandSigned("commanded", "PauseBoard", who + ", expectedSequence: 2");
        commandSigned("commanded", "ResumeBoard", who);
        commandSigned("commanded", "MarkBoard", who + ", name: fresh");
        commandSigned("commanded", "EditBoard", who + ", patch: [{op: add, path: /items/-, value: {id: a}}]");
        commandSigned("commanded", "RestoreBoard", who + ", mark: fresh");
        String hash = StateHash.of(Texts.json("{n: 0.5, items: []}")).hex();
        commandSigned(
                "commanded",
                "RestoreBoard",
                who + ", expectedSequence: 8, former: {version: 1, patch: [], stateHashScheme: 1, stateHash: '" + hash
                        + "', invites: [], held: []}");
        String other = JsonWriter.compact(Texts.json(rules + "description: other\n"));
        commandSigned("commanded", "AmendBlueprint", who + ", open: keep, blueprint: " + other);
        propose("commanded", "{op: add, path: /items/-, value: {id: b}}");
        for (int i = 0; i < 2; i++) {
            answer("commanded", "{op: add, path: /items/0/ok, value: true}", "");
        }
        commandSigned("commanded", "CancelBoard", who);
        answer("commanded", "{op: add, path: /items/0/ok, value: false}", "");
    }
}
