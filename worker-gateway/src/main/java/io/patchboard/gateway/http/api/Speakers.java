package io.patchboard.gateway.http.api;

import io.javalin.http.HttpStatus;
import io.patchboard.gateway.access.Principal;
import io.patchboard.gateway.access.Right;
import io.patchboard.gateway.http.Call;
import io.patchboard.gateway.http.Problem;
import io.patchboard.gateway.http.Reply;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.LogEntry;
import io.patchboard.record.Word;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Who calls, as requests and replies have it. */
final class Speakers {

    /** The member of a command that says who asks. */
    static final String BY = "by";

    /** Who may ask what became of a command: whoever may see it, or may have sent it. */
    private static final List<Right> OF_COMMANDS = List.of(Right.READ, Right.CREATE, Right.OPERATE, Right.APPROVE);

    private Speakers() {}

    /**
     * The members of a command with who asks. Where callers are told apart that is the caller, whatever he says; else
     * it is whoever the body names, if it does.
     */
    static Members signed(Members members, Principal caller) {
        Optional<String> said = members.read(fields -> fields.optionalString(BY));
        boolean isToldApart = !caller.equals(Principal.LOCAL);
        if (isToldApart && said.isPresent() && !said.get().equals(caller.name())) {
            throw Problem.of(
                            HttpStatus.FORBIDDEN,
                            "Expected the token's own principal at /by, \"" + caller.name()
                                    + "\", or nothing, but got another.")
                    .withType("forbidden")
                    .asException();
        }
        return members.with(BY, Json.of(isToldApart ? caller.name() : said.orElse(caller.name())));
    }

    /**
     * Whether he may answer what is asked in a queue.
     *
     * @param queue absent where it is not known, as of what was polled elsewhere: that takes the right to answer any
     */
    static boolean mayAnswer(Principal caller, Optional<String> queue) {
        return caller.mayAnswer(queue.orElse(Principal.ANY));
    }

    static void requireAnyCommand(Call call) {
        if (OF_COMMANDS.stream().noneMatch(call.principal()::may)) {
            call.require(Right.READ);
        }
    }

    /** Whether a command was this caller's, as its outcome has it; a refusal repeats the command. */
    static boolean isBy(LogEntry outcome, Principal caller) {
        Json said = outcome.event() instanceof CommandRejected rejected
                ? rejected.command().orElse(JsonObject.EMPTY)
                : outcome.event().fields();
        return said instanceof JsonObject command && command.get(BY).equals(Optional.of(Json.of(caller.name())));
    }

    /** {@code GET /v1/principal} */
    static Reply reply(Principal caller) {
        return Reply.of(
                200,
                JsonObject.builder()
                        .put("name", caller.name())
                        .put(
                                "rights",
                                JsonArray.ofStrings(Arrays.stream(Right.values())
                                        .filter(caller::may)
                                        .map(Word::word)
                                        .toList()))
                        .put("propose", sorted(caller.propose()))
                        .put("answer", sorted(caller.answer()))
                        .build());
    }

    private static JsonArray sorted(Collection<String> names) {
        return JsonArray.ofStrings(names.stream().sorted().toList());
    }
}
