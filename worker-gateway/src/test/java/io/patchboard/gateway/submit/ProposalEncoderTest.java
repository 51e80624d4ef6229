package io.patchboard.gateway.submit;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.record.Failure;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.Signature;
import io.patchboard.record.Usage;
import io.patchboard.sign.AuthorKey;
import io.patchboard.sign.Signer;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ProposalEncoderTest {

    private static final String TOPIC = "patchboard.proposals";
    private static final Signer SIGNER = Signer.generate();

    private static PatchProposal proposal(String worker, Optional<Failure> failure) {
        return new PatchProposal(
                "p-1",
                "b-1",
                worker,
                Optional.of("inv-1"),
                JsonReader.parse("[{\"op\":\"add\",\"path\":\"/é\",\"value\":1.50}]"),
                Optional.of(new Usage(
                        812, 96, Optional.of(new BigDecimal("0.00420")), Optional.of("small-1"), List.of("prose"))),
                Optional.empty(),
                failure);
    }

    private static PatchProposal sent(PatchProposal proposal) {
        byte[] bytes =
                ProposalEncoder.json().signing(Map.of("author", SIGNER), TOPIC).encode(proposal);
        return PatchProposal.fromJson((JsonObject) JsonReader.parse(new String(bytes, StandardCharsets.UTF_8)));
    }

    /** As it is read from the topic, whatever it holds: else the kernel would see another proposal than was signed. */
    @Test
    void whatAWorkerWithAKeyAnswers_isSignedAsItIsRead() {
        Failure failure = new Failure(Failure.Kind.RATE_LIMIT, "429", Optional.of(Duration.ofSeconds(90)));
        for (Optional<Failure> failed : List.of(Optional.<Failure>empty(), Optional.of(failure))) {
            PatchProposal read = sent(proposal("author", failed));
            Signature signature = read.signature().orElseThrow();

            assertThat(signature.key()).isEqualTo(SIGNER.publicKey());
            assertThat(AuthorKey.parse(signature.key())
                            .orElseThrow()
                            .verifies(read.signedBytes(TOPIC), signature.value()))
                    .isTrue();
        }
    }

    @Test
    void whatAWorkerHasSignedItself_isLeftAsItIs() {
        PatchProposal own = Signer.generate().sign(proposal("author", Optional.empty()), TOPIC);

        assertThat(sent(own).signature()).isEqualTo(own.signature());
    }

    @Test
    void whatOthersAnswer_isNot() {
        assertThat(sent(proposal("other", Optional.empty())).signature()).isEmpty();
    }
}
