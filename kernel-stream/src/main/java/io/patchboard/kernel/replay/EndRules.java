package io.patchboard.kernel.replay;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.blueprint.Completion;
import io.patchboard.kernel.decide.Derived;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.Degradation;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.EndEvent;
import io.patchboard.record.LogEntry;
import io.patchboard.record.Parent;
import io.patchboard.record.Provenance;
import io.patchboard.record.Usage;
import java.util.List;
import java.util.Optional;

/** What the end of a board says of it: all but the reason follows from what was before. */
final class EndRules {

    private static final String RESULT = "result";

    private final Differences differences;

    EndRules(Differences differences) {
        this.differences = differences;
    }

    void verify(Board before, EndEvent end, LogEntry entry) {
        abandoned(before, end.abandonedInvocations(), entry);
        differences.compare(
                entry,
                "parent",
                before.present().parent().map(Parent::toJson),
                end.parent().map(Parent::toJson));
        differences.compare(
                entry,
                "usage",
                Derived.usage(before).map(Usage::toJson),
                end.usage().map(Usage::toJson));
        if (end instanceof BoardCompleted completed) {
            JsonPointer place = completed.reason().isPresent() ? JsonPointer.ROOT : place(before);
            Json result = place.resolve(before.state()).orElse(Json.nul());
            differences.compare(entry, RESULT, Optional.of(result), Optional.of(completed.result()));
            differences.compare(
                    entry,
                    "marks",
                    Provenance.words(Provenance.of(Degradation.now(before).at(place)))
                            .toString(),
                    Provenance.words(completed.marks()).toString());
        } else if (end instanceof BoardHalted halted) {
            Optional<Json> partial = before.rules()
                    .completion()
                    .flatMap(completion -> completion.result().resolve(before.state()))
                    .filter(value -> !value.isNull());
            differences.compare(entry, RESULT, partial, halted.result());
        }
    }

    private static JsonPointer place(Board board) {
        return board.rules().completion().map(Completion::result).orElse(JsonPointer.ROOT);
    }

    void abandoned(Board before, List<String> claimed, LogEntry entry) {
        differences.compare(
                entry,
                "abandonedInvocations",
                List.copyOf(before.open().keySet()).toString(),
                claimed.stream().sorted().toList().toString());
    }
}
