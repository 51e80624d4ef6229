package io.patchboard.standalone.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.encoding.RecordDecoder;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonObject;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.Topics;
import io.patchboard.standalone.crash.Ledger.Place;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.core.ConditionTimeoutException;

/** What is waited for, and asked of the kernels, when a load has stopped and nothing is killed any more. */
public final class FinalCheck {

    private final String bootstrapServers;
    private final Ledger ledger;
    private final Duration patience;

    public FinalCheck(String bootstrapServers, Ledger ledger, Duration patience) {
        this.bootstrapServers = bootstrapServers;
        this.ledger = ledger;
        this.patience = patience;
    }

    /** Everything that was asked for is decided, and every board has ended but for those that are held, which rest. */
    public void awaitOutcomes(Watcher watcher, Load load) {
        try {
            await("outcomes and ends").atMost(patience).untilAsserted(() -> {
                ledger.flush();
                assertThat(watcher.outcomes()).isEqualTo(ledger.requests());
                assertThat(watcher.openInvocations()).isEmpty();
                assertThat(load.held()).containsAll(watcher.running());
            });
        } catch (ConditionTimeoutException e) {
            throw new AssertionError(
                    "Expected one outcome of each request, but: " + outcomes().wrong() + "; " + e.getMessage(), e);
        }
    }

    /** The inputs and the log, with the requests that others have sent. */
    public Outcomes outcomes() {
        return Outcomes.read(
                bootstrapServers, new Topics(Topics.DEFAULT_PREFIX), new RecordDecoder(JsonLimits.DEFAULT));
    }

    /** Ends the boards that are held, each by a proposal that counts only if the kernel has the state of the log. */
    public void endHeld(Watcher watcher, Load load) {
        CrashAudit before = settled();
        load.held().forEach(board -> ledger.propose(witness(board, before), Place.RIGHT));
        awaitOutcomes(watcher, load);
        await("the held boards to end")
                .atMost(patience)
                .untilAsserted(() -> assertThat(watcher.running()).isEmpty());
    }

    /** What the log says once nothing is on its way any more. */
    public CrashAudit settled() {
        AtomicReference<CrashAudit> audit = new AtomicReference<>();
        await("a log that rests").atMost(patience).untilAsserted(() -> {
            audit.set(CrashAudit.of(CommittedLog.read(bootstrapServers)));
            assertThat(audit.get().boards())
                    .allSatisfy((board, facts) ->
                            assertThat(facts.unsettled()).as("%s", board).isEmpty());
        });
        return audit.get();
    }

    /** Is committed, and ends the board, if the kernel holds the very state that the log leads to. */
    private static PatchProposal witness(String board, CrashAudit audit) {
        Json state = audit.boards().get(board).board().state();
        Json patch = JsonArray.of(
                JsonObject.builder()
                        .put("op", "test")
                        .put("path", "")
                        .put("value", state)
                        .build(),
                JsonObject.builder()
                        .put("op", "add")
                        .put("path", "/answer")
                        .put("value", "as the log says")
                        .build());
        return new PatchProposal(
                "witness", board, "witness", Optional.empty(), patch, Optional.empty(), Optional.empty());
    }
}
