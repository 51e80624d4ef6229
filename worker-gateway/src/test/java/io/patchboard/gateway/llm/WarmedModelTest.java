package io.patchboard.gateway.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.patchboard.gateway.llm.protocol.Finish;
import io.patchboard.record.Failure;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** Which question goes first, and who waits for it. */
final class WarmedModelTest {

    private final Instant later = Instant.now().plus(Duration.ofHours(1));

    /** A question that has reached the model, and what becomes of it. */
    private record Asked(ChatPrompt prompt, CompletableFuture<ChatReply> reply) {}

    private final BlockingQueue<Asked> asked = new LinkedBlockingQueue<>();

    private ChatReply ask(ChatPrompt prompt) throws ChatException, InterruptedException {
        CompletableFuture<ChatReply> reply = new CompletableFuture<>();
        asked.add(new Asked(prompt, reply));
        try {
            return reply.get(5, TimeUnit.MINUTES);
        } catch (ExecutionException e) {
            throw (ChatException) e.getCause();
        } catch (TimeoutException e) {
            throw new AssertionError(e);
        }
    }

    private static ChatReply reply() {
        return new ChatReply("yes", false, Finish.STOP, Spent.nothing("m"), false);
    }

    private static CompletableFuture<ChatReply> chat(WarmedModel model, String system, String user, Instant deadline) {
        CompletableFuture<ChatReply> answer = new CompletableFuture<>();
        Thread.startVirtualThread(() -> {
            try {
                answer.complete(model.chat(ChatPrompt.of(system, user), deadline));
            } catch (ChatException | InterruptedException e) {
                answer.completeExceptionally(e);
            }
        });
        return answer;
    }

    private Asked next() throws InterruptedException {
        return asked.poll(5, TimeUnit.MINUTES);
    }

    @Test
    void questionsWithTheSameBeginning_waitForTheFirst_andThenGoTogether() throws Exception {
        WarmedModel model = new WarmedModel((prompt, deadline) -> ask(prompt), Clock.systemUTC());
        List<CompletableFuture<ChatReply>> fan = List.of(
                chat(model, "role", "1", later), chat(model, "role", "2", later), chat(model, "role", "3", later));
        Asked first = next();
        CompletableFuture<ChatReply> other = chat(model, "another role", "4", later);
        Asked unrelated = next();

        assertThat(unrelated.prompt().system()).isEqualTo("another role");
        assertThat(asked).isEmpty();

        first.reply().complete(reply());
        Asked second = next();
        Asked third = next();
        List.of(unrelated, second, third).forEach(one -> one.reply().complete(reply()));
        for (CompletableFuture<ChatReply> one : fan) {
            assertThat(one.get(5, TimeUnit.MINUTES).text()).isEqualTo("yes");
        }
        other.get(5, TimeUnit.MINUTES);
    }

    @Test
    void firstThatFails_anotherGoesFirst() throws Exception {
        WarmedModel model = new WarmedModel((prompt, deadline) -> ask(prompt), Clock.systemUTC());
        CompletableFuture<ChatReply> one = chat(model, "role", "1", later);
        Asked first = next();
        CompletableFuture<ChatReply> two = chat(model, "role", "2", later);

        first.reply()
                .completeExceptionally(new ChatException(Failure.of(Failure.Kind.OUTAGE, "away"), Spent.nothing("m")));
        Asked second = next();
        second.reply().complete(reply());

        assertThat(catchThrowableOfType(ExecutionException.class, () -> one.get(5, TimeUnit.MINUTES)))
                .hasCauseInstanceOf(ChatException.class);
        assertThat(two.get(5, TimeUnit.MINUTES).text()).isEqualTo("yes");
    }

    @Test
    void whoHasLittleTime_doesNotWaitForLong() throws Exception {
        WarmedModel model = new WarmedModel((prompt, deadline) -> ask(prompt), Clock.systemUTC());
        chat(model, "role", "1", later);
        Asked first = next();

        chat(model, "role", "2", Instant.now().plusMillis(20));

        assertThat(next().prompt().user()).isEqualTo("2");
        first.reply().complete(reply());
    }

    @Test
    void whatTheProviderHasForgotten_isAskedByOneFirstAgain() throws Exception {
        Instant start = Instant.parse("2026-01-01T00:00:00Z");
        Instant[] now = {start};
        Clock clock = new Clock() {
            @Override
            public Instant instant() {
                return now[0];
            }

            @Override
            public ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }
        };
        Instant deadline = start.plus(Duration.ofHours(9));
        WarmedModel model = new WarmedModel((prompt, end) -> ask(prompt), clock);
        CompletableFuture<ChatReply> early = chat(model, "role", "1", deadline);
        next().reply().complete(reply());
        early.get(5, TimeUnit.MINUTES);

        now[0] = start.plus(WarmedModel.KEPT);
        chat(model, "role", "2", deadline);
        Asked first = next();
        CompletableFuture<ChatReply> waiting = chat(model, "role", "3", deadline);
        first.reply().complete(reply());
        next().reply().complete(reply());

        assertThat(waiting.get(5, TimeUnit.MINUTES).text()).isEqualTo("yes");
    }
}
