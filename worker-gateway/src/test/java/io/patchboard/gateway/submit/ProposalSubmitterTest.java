package io.patchboard.gateway.submit;

import static io.patchboard.gateway.worker.Invocations.invocation;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.opentelemetry.context.Context;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.Usage;
import io.patchboard.sign.Signer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

final class ProposalSubmitterTest {

    private final MockProducer<String, byte[]> producer =
            new MockProducer<>(false, null, new StringSerializer(), new ByteArraySerializer());
    private volatile Instant now = Instant.now();
    private final ProposalSubmitter submitter = new ProposalSubmitter(
            producer,
            "patchboard.proposals",
            ProposalEncoder.json(),
            ((InstantSource) () -> now).withZone(ZoneOffset.UTC),
            Duration.ofMillis(5));

    @Test
    void submit_answer_oneProposalWithTheIdOfItsInvocation() {
        CompletableFuture<Void> submitted = submit(Answer.of(JsonReader.parse("[{\"op\":\"remove\",\"path\":\"/a\"}]"))
                .withUsage(new Usage(1, 2)));

        assertThat(submitted).isNotDone();
        producer.completeNext();
        assertThat(submitted).isCompleted();
        assertThat(producer.history()).singleElement().satisfies(record -> {
            assertThat(record.topic()).isEqualTo("patchboard.proposals");
            assertThat(record.key()).isEqualTo("b-1");
            assertThat(proposal(record))
                    .isEqualTo(new PatchProposal(
                            ProposalSubmitter.proposalId("i-1", "w"),
                            "b-1",
                            "w",
                            Optional.of("i-1"),
                            JsonReader.parse("[{\"op\":\"remove\",\"path\":\"/a\"}]"),
                            Optional.of(new Usage(1, 2)),
                            Optional.empty()));
        });
    }

    /** A worker that signs has chosen the id, and signed it with the rest. */
    @Test
    void submit_signedByItsWorker_goesOnAsItIs() {
        Signer worker = Signer.generate();
        PatchProposal said = new PatchProposal(
                "mine",
                "b-1",
                "w",
                Optional.of("i-1"),
                JsonReader.parse("[{\"op\":\"remove\",\"path\":\"/a\"}]"),
                Optional.of(new Usage(1, 2)),
                Optional.empty());
        Answer answer = Answer.of(said.patch()).withUsage(new Usage(1, 2));
        PatchProposal signed = worker.sign(said, "patchboard.proposals");

        submit(answer.signed(new Answer.Proof("mine", signed.signature().orElseThrow())));

        assertThat(producer.history())
                .singleElement()
                .satisfies(record -> assertThat(proposal(record)).isEqualTo(signed));
    }

    @Test
    void proposalId_ofAnotherWorker_isAnother() {
        String id = ProposalSubmitter.proposalId("i-1", "w");

        assertThat(id).matches("p-i-1-[0-9a-f]{12}").isEqualTo(ProposalSubmitter.proposalId("i-1", "w"));
        assertThat(id)
                .isNotEqualTo(ProposalSubmitter.proposalId("i-1", "v"))
                .hasSize("i-1".length() + ProposalSubmitter.ADDED_ID_CHARS);
    }

    @Test
    void submit_tooLarge_becomesAnErrorUnderTheSameId() {
        CompletableFuture<Void> submitted =
                submit(Answer.of(JsonArray.of(Json.of("large"))).withUsage(new Usage(1, 2)));
        producer.errorNext(new RecordTooLargeException("over 1048576 bytes"));
        assertThat(submitted).isNotDone();
        producer.completeNext();

        assertThat(submitted).isCompleted();
        assertThat(producer.history()).hasSize(2);
        PatchProposal instead = proposal(producer.history().get(1));
        assertThat(instead.proposalId()).isEqualTo(ProposalSubmitter.proposalId("i-1", "w"));
        assertThat(instead.patch()).isEqualTo(Json.nul());
        assertThat(instead.usage()).contains(new Usage(1, 2));
        assertThat(instead.failure().orElseThrow().message()).contains("fits into one record", "over 1048576 bytes");
    }

    @Test
    void submit_evenTheErrorTooLarge_completesExceptionally() {
        producer.sendException = new RecordTooLargeException("too large");
        CompletableFuture<Void> submitted = submit(Answer.nothing());
        assertThat(submitted).isCompletedExceptionally();
        assertThat(producer.history()).isEmpty();
    }

    @Test
    void submit_fails_sameProposalSentAgain() {
        CompletableFuture<Void> submitted = submit(Answer.nothing());
        producer.errorNext(new TimeoutException("not now"));
        await().until(() -> producer.history().size() == 2);
        producer.errorNext(new AuthorizationException("not yet"));
        await().until(() -> producer.history().size() == 3);
        assertThat(submitted).isNotDone();
        producer.completeNext();

        assertThat(submitted).isCompleted();
        assertThat(producer.history())
                .allSatisfy(record -> assertThat(record.value())
                        .isEqualTo(producer.history().get(0).value()));
    }

    @Test
    void submit_failsUntilTheDeadline_completesExceptionally() {
        producer.sendException = new TimeoutException("never");
        CompletableFuture<Void> submitted = submitter
                .submit(invocation("i-1", "w", now.plusSeconds(60), "{}"), Answer.nothing(), Context.root())
                .toCompletableFuture();
        assertThat(submitted).isNotDone();
        now = now.plusSeconds(60);
        assertThatThrownBy(submitted::join).hasCauseInstanceOf(TimeoutException.class);
    }

    @Test
    void close_withoutFurtherAttempts() {
        CompletableFuture<Void> submitted = submit(Answer.nothing());
        submitter.close();
        producer.errorNext(new AuthorizationException("no"));
        assertThat(submitted).isCompletedExceptionally();
        assertThat(producer.history()).hasSize(1);
    }

    @Test
    void submit_tooDeepToWrite_becomesAnError() {
        Json deep = JsonArray.EMPTY;
        for (int i = 0; i < 200_000; i++) {
            deep = JsonArray.of(deep);
        }
        submit(Answer.of(deep));
        assertThat(proposal(producer.history().get(0)).failure().orElseThrow().message())
                .contains("StackOverflowError");
    }

    @Test
    void submit_longError_cut() {
        submit(Answer.failed("x".repeat(100_000)));
        assertThat(proposal(producer.history().get(0)).failure().orElseThrow().message())
                .hasSize(ProposalSubmitter.MAX_ERROR_CHARS + 3);
    }

    private CompletableFuture<Void> submit(Answer answer) {
        return submitter.submit(invocation("i-1", "w"), answer, Context.root()).toCompletableFuture();
    }

    private static PatchProposal proposal(ProducerRecord<String, byte[]> record) {
        return PatchProposal.fromJson(
                (JsonObject) JsonReader.parse(new String(record.value(), StandardCharsets.UTF_8)));
    }
}
