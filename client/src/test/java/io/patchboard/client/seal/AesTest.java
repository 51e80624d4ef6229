package io.patchboard.client.seal;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import io.patchboard.record.SealedValue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is sealed opens with its key, as it was, and with nothing else. */
class AesTest {

    private static final String ID = "k".repeat(22);
    private static final Json VALUE = JsonReader.parse("{\"name\":\"Ada Lovelace\",\"born\":1815}");

    private final KeyEntry.Live key = new KeyEntry.Live("visit-7", "patient-12", Aes.newKey());
    private final SealedValue closed = Aes.seal(key, ID, VALUE);

    @Test
    void sealedValue_hasTheFormThatTheKernelAsksFor_andOpensToWhatItWas() {
        assertThat(SealedValue.of(closed.toJson())).contains(closed);
        assertThat(Aes.open(key, closed)).contains(VALUE);
        assertThat(closed.toJson().toString()).doesNotContain("Lovelace");
    }

    @Test
    void sameValue_isSealedToAnotherTextEachTime() {
        assertThat(Aes.seal(key, ID, VALUE).data()).isNotEqualTo(closed.data());
    }

    @Test
    void otherKeyOrContext_opensNothing() {
        assertThat(Aes.open(new KeyEntry.Live("visit-7", "patient-12", Aes.newKey()), closed))
                .isEmpty();
        assertThat(Aes.open(key, new SealedValue("patient-13", "visit-7", ID, closed.data())))
                .isEmpty();
        assertThat(Aes.open(key, new SealedValue("patient-12", "visit-8", ID, closed.data())))
                .isEmpty();
        assertThat(Aes.open(key, new SealedValue("patient-12", "visit-7", "x".repeat(22), closed.data())))
                .isEmpty();
    }

    @Test
    void changedOrCutData_opensNothing() {
        String data = closed.data();

        assertThat(IntStream.range(0, data.length() - 1)
                        .mapToObj(i ->
                                data.substring(0, i) + (data.charAt(i) == 'A' ? 'B' : 'A') + data.substring(i + 1)))
                .allMatch(other -> Aes.open(key, new SealedValue("patient-12", "visit-7", ID, other))
                        .isEmpty());
        assertThat(IntStream.range(0, data.length()).mapToObj(i -> data.substring(0, i)))
                .allMatch(other -> Aes.open(key, new SealedValue("patient-12", "visit-7", ID, other))
                        .isEmpty());
    }
}
