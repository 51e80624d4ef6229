package io.patchboard.standalone.sources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.gateway.runner.http.Signature;
import io.patchboard.gateway.secret.Secret;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Only who knows the secret is believed. */
final class DeliveryTest {

    /** Key, id, time, body and signature of the specification's own example (Standard Webhooks, "Signature scheme"). */
    private static final Secret KEY = new Secret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");

    private static final byte[] BODY = utf8("{\"test\": 2432232314}");
    private static final long SENT = 1_614_265_330;

    private final Map<String, String> headers = new HashMap<>(Map.of(
            "webhook-id",
            "msg_p5jXN8AQM9LWM0D4loKWxJek",
            "webhook-timestamp",
            Long.toString(SENT),
            "webhook-signature",
            "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="));

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private Delivery delivery(Secret key, byte[] body, long now) throws Delivery.ForgedException {
        return Delivery.of(key, name -> Optional.ofNullable(headers.get(name)), body, Instant.ofEpochSecond(now));
    }

    @Test
    void secretWithoutItsPrefix_isText_andWhoeverTakesItForBase64_isTold() {
        Secret bare = new Secret("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");

        assertThatThrownBy(() -> delivery(bare, BODY, SENT))
                .isInstanceOf(Delivery.ForgedException.class)
                .hasMessageEndingWith("A secret is text, but Base64 where it begins with whsec_.");
    }

    @Test
    void exampleOfTheSpecification_isBelieved_amongOtherSignaturesToo() throws Exception {
        assertThat(delivery(KEY, BODY, SENT)).isEqualTo(new Delivery("msg_p5jXN8AQM9LWM0D4loKWxJek"));

        headers.compute("webhook-signature", (name, right) -> "v1,AAAA v1a,x " + right);
        assertThat(delivery(KEY, BODY, SENT + 299).id()).startsWith("msg_");
    }

    @Test
    void ofGithub_isBelieved() throws Exception {
        headers.clear();
        // The example of GitHub's documentation.
        headers.put("X-Hub-Signature-256", "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17");
        headers.put("X-GitHub-Delivery", "72d3162e-cc78-11e3-81ab-4c9367dc0958");
        Secret key = new Secret("It's a Secret to Everybody");

        assertThat(delivery(key, utf8("Hello, World!"), 0).id()).startsWith("72d3162e");
        assertThatThrownBy(() -> delivery(key, utf8("Hello, World?"), 0)).isInstanceOf(Delivery.ForgedException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "webhook-id,",
        "webhook-id, other",
        "webhook-id, has space",
        "webhook-timestamp,",
        "webhook-timestamp, soon",
        "webhook-timestamp, 1614265331",
        "webhook-signature,",
        "webhook-signature, v1",
        "webhook-signature, 'v1,AAAA'",
    })
    void anyHeaderThatIsOther_isNot(String header, String value) {
        headers.put(header, value);

        assertThatThrownBy(() -> delivery(KEY, BODY, SENT))
                .isInstanceOf(Delivery.ForgedException.class)
                .hasMessageStartingWith("Expected ")
                .message()
                .doesNotContain(KEY.reveal());
    }

    @Test
    void anotherBody_anotherKey_andAnOldOne_areNot() {
        String right = Signature.of(KEY, headers.get("webhook-id"), SENT, BODY);

        assertThat(headers).containsValue(right);
        assertThatThrownBy(() -> delivery(KEY, utf8("{}"), SENT)).isInstanceOf(Delivery.ForgedException.class);
        assertThatThrownBy(() -> delivery(new Secret("other"), BODY, SENT))
                .isInstanceOf(Delivery.ForgedException.class);
        assertThatThrownBy(() -> delivery(KEY, BODY, SENT + 301))
                .isInstanceOf(Delivery.ForgedException.class)
                .hasMessageContaining("within 5 minutes");
        assertThatThrownBy(() -> delivery(KEY, BODY, SENT - 301)).isInstanceOf(Delivery.ForgedException.class);
    }
}
