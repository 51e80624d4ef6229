package io.patchboard.kernel.replay;

import io.patchboard.json.Json;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.record.Command;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.FieldException;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.RejectionCode;
import io.patchboard.record.Stage;
import java.util.Optional;
import java.util.Set;

/**
 * That a rejection repeats what it rejects: something that can be read, of this board and under the ids of the entry,
 * or an excerpt that can be one. Only of records that could not be read may there be anything.
 */
final class RepeatedRules {

    private static final String NONE = "none";
    private static final Set<String> EXCERPT = Set.of("bytes", "sha256", "beginning");
    private static final int EXCERPT_CHARS = 200;

    private final Differences differences;

    RepeatedRules(Differences differences) {
        this.differences = differences;
    }

    void verify(PatchRejected rejected, LogEntry entry) {
        // It is repeated where somebody had allowed it, but its worker was gone.
        boolean isWithdrawn =
                rejected.proposal().isEmpty() && rejected.rejection().is(RejectionCode.WITHDRAWN);
        if (rejected.stage() == Stage.TIMEOUT) {
            rejected.proposal()
                    .ifPresent(sent -> differences.add(entry, "proposal", NONE + ", since nobody sent one", "one"));
        } else if (rejected.stage() != Stage.DECODE && !isWithdrawn) {
            verify("proposal", rejected.proposal(), entry, sent -> {
                PatchProposal proposal = PatchProposal.fromJson(sent);
                differences.compare(entry, "proposal/boardId", entry.boardId(), proposal.boardId());
                differences.compare(
                        entry, "proposal/proposalId", rejected.proposalId().orElse(NONE), proposal.proposalId());
                differences.compare(entry, "proposal/worker", rejected.worker().orElse(NONE), proposal.worker());
                rejected.invocationId()
                        .ifPresent(id -> differences.compare(
                                entry,
                                "proposal/invocationId",
                                id,
                                proposal.invocationId().orElse(NONE)));
            });
        }
    }

    void verify(CommandRejected rejected, LogEntry entry) {
        if (rejected.stage() != Stage.DECODE) {
            verify("command", rejected.command(), entry, sent -> {
                Command command = Command.fromJson(sent.has("blueprint") ? sent : withBlueprint(sent));
                differences.compare(entry, "command/boardId", entry.boardId(), command.boardId());
                differences.compare(
                        entry, "command/commandId", rejected.commandId().orElse(NONE), command.commandId());
            });
        }
    }

    /** A rejection leaves it out, since it may be long. */
    private static JsonObject withBlueprint(JsonObject command) {
        return command.with("blueprint", JsonObject.EMPTY);
    }

    /** Reads what was sent, and compares it. */
    private interface Reader {

        /** @throws FieldException if it is nothing that could be sent */
        void read(JsonObject sent);
    }

    private void verify(String what, Optional<Json> repeated, LogEntry entry, Reader reader) {
        if (!(repeated.orElse(null) instanceof JsonObject sent)) {
            differences.add(
                    entry, what, "what was sent", repeated.map(Json::typeName).orElse(NONE));
        } else if (!isExcerpt(sent) && !isWithheld(sent)) {
            try {
                reader.read(sent);
            } catch (FieldException e) {
                differences.add(entry, what, "what was sent, or an excerpt of it", e.getMessage());
            }
        }
    }

    private static boolean isExcerpt(JsonObject sent) {
        return sent.names().containsAll(EXCERPT)
                && sent.get("bytes").orElseThrow() instanceof JsonNumber bytes
                && bytes.value().signum() > 0
                && sent.get("sha256").orElseThrow() instanceof JsonString hash
                && hash.value().matches("[0-9a-f]{64}")
                && sent.get("beginning").orElseThrow() instanceof JsonString beginning
                && beginning.value().length() <= EXCERPT_CHARS;
    }

    /** It may have had what is to be sealed. */
    private static boolean isWithheld(JsonObject sent) {
        return sent.has("withheld") && sent.without("invocationId").size() == 1;
    }
}
