package io.patchboard.standalone.webhook;

import io.patchboard.gateway.access.DecisionLinks;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.record.LogEntry;
import io.patchboard.record.NeedsPerson;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

/**
 * Adds to an entry that asks for a person the links with which it is decided: of whoever a gate lets decide, or else of
 * those who are named here.
 *
 * @param links that the server takes
 * @param server where the page is
 * @param others whom a gate that names nobody, and whatever else asks for a person, is brought to
 */
public record ApprovalLinks(DecisionLinks links, URI server, List<String> others) {

    private static final Duration GOOD_FOR = Duration.ofDays(7);

    /** The entry, with {@code links} where it asks for somebody. */
    JsonObject body(LogEntry entry) {
        JsonObject json = entry.toJson();
        if (!(entry.event() instanceof NeedsPerson needed)) {
            return json;
        }
        Instant until = needed.gate()
                .flatMap(NeedsPerson.Gate::due)
                .orElseGet(() -> entry.header().time().plus(GOOD_FOR));
        List<Json> made = people(needed).stream()
                .<Json>map(person -> JsonObject.builder()
                        .put("person", person)
                        .put(
                                "url",
                                links.link(server, entry.boardId(), entry.sequence(), person, until)
                                        .toString())
                        .build())
                .toList();
        return json.with("links", JsonArray.copyOf(made));
    }

    private Collection<String> people(NeedsPerson needed) {
        return needed.gate()
                .map(gate -> (gate.approvers().isEmpty() ? others : gate.approvers())
                        .stream()
                                .filter(person -> !gate.excluded().contains(person))
                                .toList())
                .orElse(others);
    }
}
