package io.patchboard.gateway.http.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.client.seal.Opener;
import io.patchboard.client.seal.SealException;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.gateway.worker.SampleInvocation;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.record.SealedValue;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PolledSealsTest {

    private static final SealedValue CLOSED = new SealedValue("s", "board-1", "k".repeat(22), "d".repeat(40));
    private static final Json NAME = json("{'$unsealed':{'subject':'s','value':'Ada'}}");
    private static final Json ERASED = json("{'$erased':{'subject':'s'}}");
    private static final JsonObject SCHEMA = (JsonObject) json("{'/finding':{'$sealed':{'type':'string'}}}");

    private Json shown = NAME;
    private int opened;
    private final PolledSeals seals = new PolledSeals(view -> {
        opened++;
        return new Opener.Opened(
                view.with("state", JsonObject.of("/name", shown)), SCHEMA, Map.of(shown.digest(), CLOSED));
    });

    private static Json json(String text) {
        return JsonReader.parse(text.replace('\'', '"'));
    }

    private static Invocation invocation(String id) {
        return SampleInvocation.of("w")
                .viewMember("sealed", Json.of(true))
                .showing("/name", CLOSED.toJson().toString())
                .id(id)
                .build();
    }

    private static Answer finding(Json value) {
        return Answer.of(json("[{'op':'add','path':'/finding','value':" + value + "}]"));
    }

    private Answer left(String id, Json value) {
        return seals.left(id, finding(value), Optional.empty())
                .toCompletableFuture()
                .join();
    }

    @Test
    void whatIsLeftAsItWasShown_isWhatItWas_alsoIfItWasErasedSince() {
        assertThat(seals.open(invocation("i-1")).view().toString()).contains("Ada");
        shown = ERASED;
        assertThat(left("i-1", NAME)).isEqualTo(finding(CLOSED.toJson()));

        assertThat(seals.open(invocation("i-1")).view().toString()).contains("$erased");
        assertThat(left("i-1", NAME)).isEqualTo(finding(CLOSED.toJson()));
        assertThat(left("i-1", ERASED)).isEqualTo(finding(CLOSED.toJson()));
        assertThat(opened).isEqualTo(2);
    }

    @Test
    void whatIsPlain_isRefused_andNotRepeated() {
        seals.open(invocation("i-1"));

        assertThatThrownBy(() -> left("i-1", Json.of("HIV positive")))
                .hasCauseInstanceOf(SealException.class)
                .hasMessageNotContaining("HIV");
        Json other = json("{'$unsealed':{'subject':'s','value':'new'}}");
        assertThat(left("i-1", other)).isEqualTo(finding(other));
    }

    @Test
    void whatIsHeldButWasNotShownHere_isOpenedOnceMore() {
        Optional<Invocation> held = Optional.of(invocation("i-1"));

        assertThat(seals.left("i-1", finding(NAME), held).toCompletableFuture().join())
                .isEqualTo(finding(CLOSED.toJson()));
        assertThat(opened).isEqualTo(1);
        assertThat(left("i-1", NAME)).isEqualTo(finding(NAME));
    }

    @Test
    void answered_andTheEldestOfTooMany_areNotKept() {
        for (int i = 0; i <= PolledSeals.MOST_KNOWN; i++) {
            seals.open(invocation("i-" + i));
        }
        seals.end("i-7");

        assertThat(left("i-0", NAME)).isEqualTo(finding(NAME));
        assertThat(left("i-1", NAME)).isEqualTo(finding(CLOSED.toJson()));
        assertThat(left("i-7", NAME)).isEqualTo(finding(NAME));
    }

    @Test
    void failure_andBoardThatSealsNothing_areLeftAlone() {
        Invocation other = SampleInvocation.of("w").id("i-2").build();
        assertThat(seals.open(other)).isSameAs(other);
        seals.open(invocation("i-1"));
        Answer failed = Answer.failed("I will not.");

        assertThat(seals.left("i-1", failed, Optional.empty())
                        .toCompletableFuture()
                        .join())
                .isSameAs(failed);
        assertThat(opened).isEqualTo(1);
    }
}
