package io.patchboard.gateway.llm;

import io.patchboard.gateway.llm.RequestFailure.Kind;
import io.patchboard.gateway.llm.Requests.Result;
import io.patchboard.json.JsonObject;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One model with its policy: whom to wait for, what to try again, when to give up. */
final class ConfiguredModel {

    private static final Logger LOG = LoggerFactory.getLogger(ConfiguredModel.class);
    private static final Duration LONGEST_BACKOFF = Duration.ofSeconds(30);

    /** An endpoint that asks for a day may have a wrong clock; after this it is asked whether it still wants that. */
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(10);

    private final ModelConfig config;
    private final Gate gate;
    private final Requests requests;
    private final RefusedSchemas refused = new RefusedSchemas();

    ConfiguredModel(ModelConfig config, Requests requests) {
        this.config = config;
        this.gate = new Gate(config.limits());
        this.requests = requests;
    }

    ModelConfig config() {
        return config;
    }

    Outcome ask(ChatPrompt prompt, Generation generation, Deadline deadline) throws InterruptedException {
        Spent spent = Spent.nothing(config.model());
        for (int retry = 0; ; retry++) {
            Result result = request(prompt, generation, deadline);
            if (result instanceof Result.Answered answered) {
                ChatReply reply = answered.reply();
                return new Outcome.Answered(reply.withSpent(spent.plus(reply.spent())));
            }
            RequestFailure failure = ((Result.Failed) result).failure();
            spent = spent.plus(spent(failure));
            if (failure.kind() != Kind.PASSING || retry == config.limits().retries()) {
                String times = retry == 0 ? "" : ", after " + (retry + 1) + " requests";
                return new Outcome.Failed(failure.message() + times, spent, failure.kind() != Kind.FINAL);
            }
            Duration pause = max(failure.pause().map(ConfiguredModel::capped).orElse(Duration.ZERO), backoff(retry));
            if (pause.compareTo(deadline.left()) >= 0) {
                return new Outcome.Failed(failure.message() + ", and there is no time to try again", spent, true);
            }
            LOG.info(
                    "Expected model {} to answer, but {}. Trying again in {} ms, {} of {}.",
                    config.name(),
                    failure.message(),
                    pause.toMillis(),
                    retry + 1,
                    config.limits().retries());
            TimeUnit.NANOSECONDS.sleep(pause.toNanos());
        }
    }

    /** A refused schema is noticed by what happens without it, as endpoints have too many ways to say so. */
    private Result request(ChatPrompt prompt, Generation generation, Deadline deadline) throws InterruptedException {
        StructuredOutput mode = generation.structured().orElse(StructuredOutput.AUTO);
        Optional<JsonObject> schema = prompt.schema()
                .filter(any -> isTakenBy(config.provider(), any))
                .filter(any -> mode == StructuredOutput.ON || mode == StructuredOutput.AUTO && !refused.has(any));
        Result result = pass(prompt, generation, schema, deadline);
        if (schema.isPresent() && result instanceof Result.Answered) {
            refused.noteTaken();
        }
        if (schema.isEmpty()
                || mode == StructuredOutput.ON
                || !(result instanceof Result.Failed failed)
                || failed.failure().kind() != Kind.REQUEST) {
            return result;
        }
        Result without = pass(prompt, generation, Optional.empty(), deadline);
        if (without instanceof Result.Answered && !refused.has(schema.get())) {
            refused.add(schema.get(), failed.failure().message());
            LOG.warn(
                    "Expected model {} to take the JSON Schema of the answer, but {}. It answers without one, and will"
                            + " not be sent {} any more; structured: off says so from the start.",
                    config.name(),
                    failed.failure().message(),
                    refused.hasAll() ? "any schema" : "this schema");
        }
        return without;
    }

    /** Anthropic refuses schemas that leave something open. */
    private static boolean isTakenBy(Provider provider, JsonObject schema) {
        return provider != Provider.ANTHROPIC || SchemaFit.isClosed(schema);
    }

    private Result pass(ChatPrompt prompt, Generation generation, Optional<JsonObject> schema, Deadline deadline)
            throws InterruptedException {
        if (!gate.enter(deadline)) {
            return new Result.Failed(RequestFailure.lasting(
                    "none of its " + config.limits().concurrency() + " places for requests at once was free in time"));
        }
        try {
            Result result = gate.awaitTurn(deadline)
                    ? requests.send(generation, prompt, schema, deadline)
                    : new Result.Failed(
                            RequestFailure.lasting(
                                    "it may not be asked yet: its rate limit, or the pause that it asked for, lasts longer than the time left"));
            if (result instanceof Result.Failed failed) {
                failed.failure().pause().map(ConfiguredModel::capped).ifPresent(gate::closeFor);
            }
            if (Thread.interrupted()) {
                throw new InterruptedException("Interrupted while model " + config.name() + " was asked.");
            }
            return result;
        } finally {
            gate.leave();
        }
    }

    private static Duration capped(Duration pause) {
        return pause.compareTo(LONGEST_PAUSE) <= 0 ? pause : LONGEST_PAUSE;
    }

    private static Duration max(Duration a, Duration b) {
        return a.compareTo(b) >= 0 ? a : b;
    }

    private Spent spent(RequestFailure failure) {
        TokenCount tokens = failure.spent();
        return new Spent(
                tokens,
                config.prices()
                        .filter(prices -> !tokens.equals(TokenCount.NONE))
                        .map(prices -> prices.cost(tokens)),
                config.model());
    }

    /**
     * Doubled each time, and between half of that and all of it, so that those who failed together do not come back so.
     */
    private Duration backoff(int retry) {
        long full = Math.min(config.limits().backoff().toNanos() << Math.min(retry, 16), LONGEST_BACKOFF.toNanos());
        long longest = full > 0 ? full : LONGEST_BACKOFF.toNanos();
        return Duration.ofNanos(longest / 2 + ThreadLocalRandom.current().nextLong(longest / 2 + 1));
    }

    /** What came of asking one model. */
    sealed interface Outcome {
        record Answered(ChatReply reply) implements Outcome {}

        /** @param another whether another model may do better */
        record Failed(String message, Spent spent, boolean another) implements Outcome {}
    }
}
