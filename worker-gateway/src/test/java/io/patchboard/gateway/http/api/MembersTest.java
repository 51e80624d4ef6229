package io.patchboard.gateway.http.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.gateway.http.ProblemException;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.record.Child;
import io.patchboard.record.ChildCommands;
import io.patchboard.record.Circumstances;
import io.patchboard.record.Failure;
import io.patchboard.record.Signature;
import io.patchboard.record.Usage;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MembersTest {

    @Test
    void member_misspelt_isAskedAbout() {
        Members members = new Members(JsonObject.of("bluprint", Json.of("review")));

        assertThatThrownBy(() -> members.refuseUnknown(Set.of("boardId", "blueprint")))
                .hasMessage("Expected one of [blueprint, boardId] as a member, but got \"bluprint\". Did you mean"
                        + " \"blueprint\"?");
    }

    @Test
    void member_misspeltInUsageFailureOrSignature_isAskedAbout() {
        assertThatThrownBy(() -> read("{\"usage\":{\"inputToken\":7}}").refuseUnknown(Set.of("usage")))
                .hasMessageContaining("as a member of /usage, but got \"inputToken\". Did you mean \"inputTokens\"?")
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        e -> assertThat(e.problem().more().get("pointer")).contains(Json.of("/usage/inputToken")));
        assertThatThrownBy(() -> read("{\"failure\":{\"class\":\"bug\",\"retryafter\":\"1m\"}}")
                        .refuseUnknown(Set.of("failure")))
                .hasMessageContaining("of /failure, but got \"retryafter\". Did you mean \"retryAfter\"?");
        assertThatThrownBy(() -> read("{\"signature\":{\"sig\":\"\"}}").refuseUnknown(Set.of("signature")))
                .hasMessageContaining("of /signature, but got \"sig\".");
    }

    @Test
    void commandId_byWhichABoardFollowsItsParent_isNobodyElses() {
        String invocation = Child.INVOCATION_PREFIX + "7";
        for (String id : List.of(
                ChildCommands.create(invocation),
                ChildCommands.cancel(invocation),
                ChildCommands.pause(9, invocation),
                ChildCommands.resume(12, invocation))) {
            assertThatThrownBy(() -> Members.requireCommandId(id))
                    .hasMessageContaining("Expected a commandId of your own")
                    .isInstanceOfSatisfying(
                            ProblemException.class,
                            e -> assertThat(e.problem().more().get("pointer")).contains(Json.of("/commandId")));
        }
        for (String id : List.of("c-1", "cancel-board-7", "pause-it-" + invocation, invocation)) {
            assertThat(Members.requireCommandId(id)).isEqualTo(id);
        }
    }

    @Test
    void members_thatUsageFailureAndSignatureHave_areTaken() {
        String hash = "0".repeat(64);
        Usage usage = new Usage(
                1,
                2,
                Optional.of(BigDecimal.ONE),
                Optional.of("m"),
                List.of("fence"),
                3,
                Optional.of(hash),
                new Circumstances(Optional.of("1"), 4, Optional.of(hash), Optional.of(hash)));
        JsonObject all = JsonObject.builder()
                .put("usage", usage.toJson())
                .put("failure", new Failure(Failure.Kind.OUTAGE, "away", Optional.of(Duration.ofSeconds(1))).toJson())
                .put("signature", new Signature("a", "k", "v").toJson())
                .build();

        assertThatCode(() -> new Members(all).refuseUnknown(all.names())).doesNotThrowAnyException();
    }

    private static Members read(String body) {
        return new Members((JsonObject) JsonReader.parse(body));
    }
}
