package io.patchboard.standalone.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.client.log.SampleLog;
import io.patchboard.gateway.access.DecisionLinks;
import io.patchboard.gateway.access.Principal;
import io.patchboard.gateway.secret.Secret;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.LogEntry;
import io.patchboard.record.NeedsPerson;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Links in what is sent of a board that waits for somebody. */
class ApprovalLinksTest {

    private static final DecisionLinks LINKS = new DecisionLinks(new Secret("0123456789abcdef0123456789abcdef"));
    private static final ApprovalLinks ADDED =
            new ApprovalLinks(LINKS, URI.create("https://boards.example"), List.of("ada", "grace"));

    private static LogEntry asked(Optional<NeedsPerson.Gate> gate) {
        SampleLog log = new SampleLog("b").created();
        log.add(new NeedsPerson(
                gate.isPresent() ? NeedsPerson.Kind.GATE : NeedsPerson.Kind.INCIDENT,
                BoardHalted.Reason.STUCK,
                "",
                NeedsPerson.Holds.BOARD,
                Optional.empty(),
                Optional.empty(),
                "Somebody has to look.",
                List.of(NeedsPerson.Option.HALT),
                gate));
        return log.entries().get(1);
    }

    private static NeedsPerson.Gate gate(List<String> approvers, Optional<Instant> due, String... excluded) {
        return new NeedsPerson.Gate(2, approvers, List.of(), due, NeedsPerson.OnTimeout.REJECT, List.of(excluded));
    }

    private static List<String> people(JsonObject body) {
        return ((JsonArray) body.get("links").orElseThrow())
                .stream()
                        .map(JsonObject.class::cast)
                        .map(link -> link.get("person").orElseThrow().toString())
                        .toList();
    }

    @Test
    void entryStays_withLinksBeside() {
        LogEntry entry = asked(Optional.empty());

        JsonObject body = ADDED.body(entry);

        assertThat(body.without("links")).isEqualTo(entry.toJson());
        assertThat(people(body)).containsExactly("\"ada\"", "\"grace\"");
        String url = ((JsonObject) ((JsonArray) body.get("links").orElseThrow()).get(0))
                .get("url")
                .orElseThrow()
                .toString();
        String capability = url.substring(url.indexOf('=') + 1, url.length() - 1);
        Instant asked = entry.header().time();
        assertThat(LINKS.holder("b", 2, capability, asked).map(Principal::name)).contains("ada");
        assertThat(LINKS.holder("b", 2, capability, asked.plusSeconds(7 * 86_400)))
                .isEmpty();
    }

    @Test
    void gate_saysWhoGetsOne_andUntilWhen() {
        Instant due = Instant.parse("2030-01-01T00:00:00Z");
        JsonObject body = ADDED.body(asked(Optional.of(gate(List.of("eve", "bob"), Optional.of(due), "bob"))));

        assertThat(people(body)).containsExactly("\"eve\"");
        assertThat(body.toString()).contains("." + due.getEpochSecond() + ".");
        assertThat(people(ADDED.body(asked(Optional.of(gate(List.of(), Optional.empty(), "grace"))))))
                .containsExactly("\"ada\"");
    }

    @Test
    void whatAsksForNobody_isAsItWas() {
        LogEntry created = new SampleLog("b").created().entries().get(0);

        assertThat(ADDED.body(created)).isEqualTo(created.toJson());
    }
}
