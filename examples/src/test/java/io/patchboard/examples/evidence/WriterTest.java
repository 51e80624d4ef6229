package io.patchboard.examples.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonPointer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class WriterTest {

    private static final String NATIONALITY = "Were Ann and Bob of the same nationality?";

    private final Writer writer = new Writer();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Were Ann and Bob of the same nationality? | nationality | Welsh | Welsh | yes",
                "Were Ann and Bob of the same nationality? | nationality | Welsh | Irish | no",
                "Who is older, Ann or Bob? | birth date | October 8, 1970 | 14 August 1965 | Bob",
                "Who was younger, Ann or Bob? | birth date | October 8, 1970 | 14 August 1965 | Ann",
                "Who is older, Ann or Bob? | birth date | May 1, 1970 | 1 May 1970 | unknown",
                "Are both Ann and Bob located in Ohio? | location | Lima, Ohio | Dayton, Ohio | yes",
                "Are Ann and Bob both located in Ohio? | location | Lima, Peru | Dayton, Ohio | no",
            })
    void work_claimsOnBothSubjectsVerified_compares(
            String question, String property, String ann, String bob, String expected) {
        Json patch = answer(question, 2, verified("Ann", property, ann), verified("Bob", property, bob));
        assertThat(at(patch, "/0/value/text")).isEqualTo(Json.of(expected));
        assertThat(((JsonArray) at(patch, "/0/value/cites")).size()).isEqualTo(2);
    }

    @Test
    void work_severalClaims_citesOnlyTheVerifiedOneOfEachSubject() {
        Claim draft = new Claim("Ann", "nationality", "Irish", "s0", "Ann is an Irish poet.", Claim.DRAFT);
        Json patch = answer(
                NATIONALITY,
                2,
                draft,
                verified("Bob", "nationality", "Welsh"),
                verified("Ann", "nationality", "Welsh"),
                verified("Ann", "location", "Ohio"));
        assertThat(at(patch, "/0/value").toString())
                .isEqualTo("{\"text\":\"yes\",\"because\":\"Ann: nationality Welsh; Bob: nationality"
                        + " Welsh\",\"cites\":[{\"source\":\"s1\",\"quote\":\"Ann:"
                        + " Welsh.\"},{\"source\":\"s1\",\"quote\":\"Bob: Welsh.\"}]}");
    }

    @Test
    void work_oneSubjectWithoutEvidence_saysUnknown() {
        Json patch = answer(NATIONALITY, 2, verified("Ann", "nationality", "Welsh"));
        assertThat(at(patch, "/0/value/text")).isEqualTo(Json.of("unknown"));
    }

    @Test
    void work_outsideContractDue_givesAVerdictOnceOnly() {
        Claim refuted = new Claim("Ann", "nationality", "Irish", "s0", "Ann is an Irish poet.", Claim.REFUTED);
        Claim verified = verified("Bob", "nationality", "Welsh");
        assertThat(at(answer(NATIONALITY, 1, verified, refuted), "/0/path")).isEqualTo(Json.of("/claims/1/status"));
        assertThat(at(answer(NATIONALITY, 2, verified, refuted), "/0/path")).isEqualTo(Json.of("/answer"));
    }

    private Json answer(String question, int attempt, Claim... claims) {
        return writer.work(Invocations.of()
                        .showing("/question", Json.of(question))
                        .showing(
                                "/claims",
                                JsonArray.copyOf(
                                        Stream.of(claims).map(Claim::toJson).toList()))
                        .faults(Fault.OUTSIDE_CONTRACT)
                        .attempt(attempt)
                        .build())
                .patch();
    }

    private static Claim verified(String subject, String property, String value) {
        return new Claim(subject, property, value, "s1", subject + ": " + value + ".", Claim.VERIFIED);
    }

    private static Json at(Json patch, String pointer) {
        return JsonPointer.parse(pointer).resolve(patch).orElseThrow();
    }
}
