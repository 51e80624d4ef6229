package io.patchboard.standalone.children;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.client.seal.Sealer;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.record.BoardRecord;
import io.patchboard.record.Child;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.ContractLimits;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.Failure;
import io.patchboard.record.Parent;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.Topics;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;

/** What is sent for boards that boards ask for, without a broker. */
class OutgoingTest {

    private static final Parent PARENT = new Parent(
            "book",
            Child.INVOCATION_PREFIX + "7",
            "part",
            "/n",
            1,
            Optional.empty(),
            Optional.empty(),
            Optional.empty());

    private static final String BLUEPRINT = "{\"apiVersion\": \"patchboard/v1\", \"input\": {\"properties\": {\"name\":"
            + " {\"$sealed\": {\"type\": \"string\"}}}}}";

    private static final String MARKED = "{\"name\":{\"$unsealed\":{\"subject\":\"s-1\",\"value\":\"Ada\"}}}";

    private static CreateBoard create(String input) {
        return new CreateBoard(
                CommandHeader.of("create-" + PARENT.invocationId(), "book~1", Optional.empty()),
                JsonReader.parse(BLUEPRINT),
                JsonReader.parse(input),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(PARENT));
    }

    private static ProducerRecord<byte[], byte[]> sent(BoardRecord record, Outgoing.Sealing sealing) {
        return new Outgoing(new Topics(Topics.DEFAULT_PREFIX), sealing).of(record);
    }

    private static String text(ProducerRecord<byte[], byte[]> record) {
        return new String(record.value(), StandardCharsets.UTF_8);
    }

    /** What the parent is told in place of a board. */
    private static String failure(ProducerRecord<byte[], byte[]> record) {
        assertThat(record.topic()).isEqualTo("patchboard.proposals");
        assertThat(new String(record.key(), StandardCharsets.UTF_8)).isEqualTo(PARENT.boardId());
        PatchProposal told = PatchProposal.fromJson((JsonObject) JsonReader.parse(text(record)));
        assertThat(told.invocationId()).contains(PARENT.invocationId());
        assertThat(told.failure().orElseThrow().kind()).isEqualTo(Failure.Kind.REFUSED);
        return told.failure().orElseThrow().message();
    }

    /** Cannot seal what is marked; a failure has nothing that is. */
    private static Outgoing.Sealing unlessFailure(RuntimeException why) {
        return made -> {
            if (made instanceof CreateBoard) {
                throw why;
            }
            return made.toJson();
        };
    }

    @Test
    void whatIsMarkedInTheInputOfABoard_isSealedBeforeItIsSent() {
        ProducerRecord<byte[], byte[]> record = sent(
                create(MARKED),
                made -> JsonReader.parse(made.toJson().toString().replace("Ada", "sealed")));

        assertThat(record.topic()).isEqualTo("patchboard.commands");
        assertThat(new String(record.key(), StandardCharsets.UTF_8)).isEqualTo("book~1");
        assertThat(text(record)).contains("sealed").doesNotContain("Ada");
    }

    @Test
    void whatIsPlainWhereItIsToBeSealed_isNotSent_andTheParentIsTold() {
        ProducerRecord<byte[], byte[]> record = sent(create("{\"name\":\"Ada\"}"), made -> {
            Sealer.check(made);
            return made.toJson();
        });

        assertThat(failure(record)).startsWith("For board book~1: Expected a value to be sealed at \"/input/name\"");
        assertThat(text(record)).doesNotContain("Ada");
    }

    @Test
    void whoMayNotSeal_tellsTheParent_andWhoCannotForNow_waits() {
        assertThat(failure(sent(
                        create(MARKED), unlessFailure(new TopicAuthorizationException(Set.of("patchboard.keys"))))))
                .contains("[patchboard.keys]", "patchboard acl --for sealer");
        assertThatThrownBy(() -> sent(create(MARKED), unlessFailure(new TimeoutException("not now"))))
                .isInstanceOf(TimeoutException.class);
    }

    @Test
    void recordThatIsTooLarge_isNotSent_andTheParentIsTold() {
        String large = "{\"other\":\"" + "x".repeat(ContractLimits.MAX_RECORD_BYTES) + "\"}";

        assertThat(failure(sent(create(large), BoardRecord::toJson)))
                .startsWith("Expected a record of at most " + ContractLimits.MAX_RECORD_BYTES + " bytes for board");
    }
}
