package io.patchboard.kernel.decide.stage;

import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import io.patchboard.sign.AuthorKey;
import java.util.List;
import java.util.Optional;

/**
 * Who has to have signed something.
 *
 * @param what he signs, in a sentence
 * @param name his, in a sentence
 * @param rule where the blueprint says so
 * @param keys with one of which he signs
 * @param how he does it, in a sentence
 */
public record Signatory(String what, String name, String rule, List<AuthorKey> keys, String how) {

    static Signatory of(WorkerRole role) {
        return new Signatory(
                "proposal",
                "worker \"" + role.name() + "\"",
                "/workers/" + JsonPointer.escape(role.name()) + "/keys",
                role.keys(),
                "--sign-with on the command line, signingKey in workers.yaml");
    }

    /** @param keys none if the blueprint has no such operator */
    public static Signatory operator(Optional<String> name, List<AuthorKey> keys) {
        return new Signatory(
                "command",
                name.map(who -> "operator \"" + who + "\"").orElse("an operator"),
                "/operators" + name.map(who -> "/" + JsonPointer.escape(who)).orElse(""),
                keys,
                "--by and --sign-with on the command line, by and signature over HTTP");
    }

    /** His key of this text, if he has it. */
    Optional<AuthorKey> key(String text) {
        return keys.stream().filter(key -> key.toString().equals(text)).findFirst();
    }

    public Rejection refuse(RejectionCode code, String pointer, String message) {
        return Rejection.of(code, pointer, Optional.of(rule), message);
    }
}
