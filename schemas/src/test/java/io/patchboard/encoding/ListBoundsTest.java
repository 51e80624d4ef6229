package io.patchboard.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonReader;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.RejectionCode;
import io.patchboard.record.Usage;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code usage.repairs} is the only list of a record that is sent; what is in patches and inputs is JSON text. */
class ListBoundsTest {

    private static final int ITEMS = 1_000;

    private final RecordDecoder decoder = new RecordDecoder(JsonLimits.DEFAULT.withMaxContainers(ITEMS));

    enum Form {
        JSON,
        AVRO;

        byte[] encode(PatchProposal proposal) {
            RecordEncoder encoder = switch (this) {
                case JSON -> RecordEncoder.json();
                case AVRO -> RecordEncoder.avro();
            };
            return encoder.encode(proposal);
        }
    }

    private static PatchProposal proposal(List<String> repairs) {
        return new PatchProposal(
                "p",
                "b",
                "w",
                Optional.empty(),
                JsonReader.parse("[]"),
                Optional.of(new Usage(1, 1, Optional.empty(), Optional.empty(), repairs)),
                Optional.empty());
    }

    private DecodeException refused(Form form, List<String> repairs) {
        byte[] bytes = form.encode(proposal(repairs));
        return catchThrowableOfType(DecodeException.class, () -> decoder.decodeProposal(bytes));
    }

    @ParameterizedTest
    @EnumSource
    void repairs_withinTheBounds_areRead(Form form) throws Exception {
        PatchProposal longest = proposal(Collections.nCopies(20, "r".repeat(40)));

        assertThat(decoder.decodeProposal(form.encode(longest))).isEqualTo(longest);
    }

    @ParameterizedTest
    @EnumSource
    void repairs_tooMany_areRefusedWithTheirPlace(Form form) {
        DecodeException e = refused(form, Collections.nCopies(21, "cut"));

        assertThat(e.code()).isEqualTo(RejectionCode.FIELD);
        assertThat(e).hasMessage("Expected at most 20 words at /usage/repairs, but got 21.");
    }

    @ParameterizedTest
    @EnumSource
    void repairs_oneTooLong_isRefusedWithItsPlace(Form form) {
        DecodeException e = refused(form, List.of("cut", "r".repeat(41)));

        assertThat(e.code()).isEqualTo(RejectionCode.FIELD);
        assertThat(e).hasMessage("Expected at most 40 characters at /usage/repairs/1, but got 41.");
    }

    /** It is refused before the items are read, so that a byte for each costs no more than that. */
    @Test
    void avroList_ofMoreItemsThanAnyRecordHas_isRefusedByTheirNumber() {
        byte[] bytes = Form.AVRO.encode(proposal(Collections.nCopies(ITEMS + 1, "")));

        assertThatThrownBy(() -> decoder.decodeProposal(bytes))
                .isInstanceOfSatisfying(DecodeException.class, e -> {
                    assertThat(e.code()).isEqualTo(RejectionCode.AVRO);
                    assertThat(e.texts().get("proposalId")).isPresent();
                })
                .hasMessage(
                        "Expected at most 1000 items in all lists of a record, but there are more at /usage/repairs."
                                + " It was read as Avro record PatchProposal.");
    }
}
