package io.patchboard.gateway.llm;

import io.patchboard.calls.Deadline;
import io.patchboard.calls.RetryPolicy;
import io.patchboard.calls.RetryPolicy.Again;
import io.patchboard.calls.RetryPolicy.End;
import io.patchboard.calls.RetryPolicy.Repeated;
import io.patchboard.gateway.limit.Permits;
import io.patchboard.gateway.llm.RequestFailure.Kind;
import io.patchboard.gateway.llm.Requests.Result;
import io.patchboard.gateway.llm.protocol.TokenCount;
import io.patchboard.gateway.text.Quotes;
import io.patchboard.json.JsonObject;
import io.patchboard.record.Failure;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One model with its policy: whom to wait for, what to try again, when to give up. */
final class ConfiguredModel {

    private static final Logger LOG = LoggerFactory.getLogger(ConfiguredModel.class);
    private static final Duration LONGEST_BACKOFF = Duration.ofSeconds(30);

    /** An endpoint that asks for a day may have a wrong clock; after this it is asked whether it still wants that. */
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(10);

    private final ModelConfig config;
    private final RetryPolicy retry;
    private final Gate gate;
    private final Optional<Permits> fleet;
    private final Requests requests;
    private final RefusedSchemas refused = new RefusedSchemas();

    /** @param fleet of the limit that it has together with other gateways' */
    ConfiguredModel(ModelConfig config, Requests requests, Optional<Permits> fleet) {
        this.config = config;
        this.retry =
                new RetryPolicy(config.limits().retries() + 1, config.limits().backoff(), LONGEST_BACKOFF);
        this.gate = new Gate(config.limits());
        this.requests = requests;
        this.fleet = fleet;
    }

    ModelConfig config() {
        return config;
    }

    Outcome ask(ChatPrompt prompt, Generation generation, Deadline deadline) throws InterruptedException {
        Series series = new Series(prompt, generation, deadline);
        Repeated<Result> repeated = retry.repeat(deadline, series);
        return switch (repeated.result()) {
            case Result.Answered answered ->
                new Outcome.Answered(answered.reply()
                        .withSpent(series.spent.plus(answered.reply().spent())));
            case Result.Failed(RequestFailure failure)
            when repeated.end() == End.NO_TIME_LEFT ->
                new Outcome.Failed(
                        failure.failure().withMessage(failure.message() + ", and there is no time to try again"),
                        series.spent,
                        true);
            case Result.Failed(RequestFailure failure) -> {
                String times = repeated.attempts() == 1 ? "" : ", after " + repeated.attempts() + " requests";
                yield new Outcome.Failed(
                        failure.failure().withMessage(failure.message() + times),
                        series.spent,
                        failure.kind() != Kind.FINAL);
            }
        };
    }

    /** The requests that one question takes, and what those cost that failed. */
    private final class Series implements RetryPolicy.Attempts<Result> {

        private final ChatPrompt prompt;
        private final Generation generation;
        private final Deadline deadline;
        private Spent spent = Spent.nothing(config.model());

        private Series(ChatPrompt prompt, Generation generation, Deadline deadline) {
            this.prompt = prompt;
            this.generation = generation;
            this.deadline = deadline;
        }

        @Override
        public Result attempt(int number) throws InterruptedException {
            Result result = request(prompt, generation, deadline);
            if (result instanceof Result.Failed(RequestFailure failure)) {
                spent = spent.plus(spent(failure));
            }
            return result;
        }

        @Override
        public Optional<Again> again(Result result) {
            return result instanceof Result.Failed(RequestFailure failure) && failure.kind() == Kind.PASSING
                    ? Optional.of(new Again(failure.pause().map(ConfiguredModel::capped)))
                    : Optional.empty();
        }

        @Override
        public void beforePause(Result result, int number, Duration pause) {
            LOG.info(
                    "Expected model {} to answer, but {}. Trying again in {} ms, {} of {}.",
                    config.name(),
                    Quotes.leftOut(((Result.Failed) result).failure().message()),
                    pause.toMillis(),
                    number,
                    config.limits().retries());
        }
    }

    /** A refused schema is noticed by what happens without it, as endpoints have too many ways to say so. */
    private Result request(ChatPrompt prompt, Generation generation, Deadline deadline) throws InterruptedException {
        StructuredOutput mode = generation.structured().orElse(StructuredOutput.AUTO);
        Optional<JsonObject> schema = prompt.schema()
                .filter(config.provider().protocol()::takes)
                .filter(any -> mode == StructuredOutput.ON
                        // Many endpoints hold a model to a schema so firmly that it can call no tool.
                        || mode == StructuredOutput.AUTO && prompt.tools().isEmpty() && !refused.has(any));
        Result result = passAll(prompt, generation, schema, deadline);
        if (schema.isPresent() && result instanceof Result.Answered) {
            refused.noteTaken();
        }
        if (schema.isEmpty()
                || mode == StructuredOutput.ON
                || !(result instanceof Result.Failed failed)
                || failed.failure().kind() != Kind.REQUEST) {
            return result;
        }
        Result without = passAll(prompt, generation, Optional.empty(), deadline);
        if (without instanceof Result.Answered && !refused.has(schema.get())) {
            refused.add(schema.get(), failed.failure().message());
            LOG.warn(
                    "Expected model {} to take the JSON Schema of the answer, but {}. It answers without one, and will"
                            + " not be sent {} any more; structured: off says so from the start.",
                    config.name(),
                    Quotes.leftOut(failed.failure().message()),
                    refused.hasAll() ? "any schema" : "this schema");
        }
        return without;
    }

    private Result passAll(ChatPrompt prompt, Generation generation, Optional<JsonObject> schema, Deadline deadline)
            throws InterruptedException {
        if (fleet.isEmpty()) {
            return pass(prompt, generation, schema, deadline);
        }
        Optional<Runnable> entered = fleet.get().enter(deadline);
        if (entered.isEmpty()) {
            return new Result.Failed(RequestFailure.lasting(
                    Failure.Kind.RATE_LIMIT,
                    "limit " + fleet.get().limit().name() + " of all gateways had no room for it in time"));
        }
        try {
            return pass(prompt, generation, schema, deadline);
        } finally {
            entered.get().run();
        }
    }

    private Result pass(ChatPrompt prompt, Generation generation, Optional<JsonObject> schema, Deadline deadline)
            throws InterruptedException {
        return switch (gate.enter(deadline)) {
            case ENTERED -> send(prompt, generation, schema, deadline);
            case NO_PLACE ->
                new Result.Failed(RequestFailure.lasting(
                        Failure.Kind.OUTAGE,
                        "none of its " + config.limits().concurrency()
                                + " places for requests at once was free in time"));
            case NO_TURN ->
                new Result.Failed(new RequestFailure(
                        Kind.LASTING,
                        Failure.Kind.RATE_LIMIT,
                        "it may not be asked yet: its rate limit, or the pause that it asked for, lasts longer"
                                + " than the time left",
                        Optional.of(gate.untilOpen()),
                        TokenCount.NONE));
        };
    }

    /** From its place, which is given back. */
    private Result send(ChatPrompt prompt, Generation generation, Optional<JsonObject> schema, Deadline deadline)
            throws InterruptedException {
        try {
            Result result = requests.send(generation, prompt, schema, deadline);
            if (result instanceof Result.Failed failed) {
                failed.failure().pause().map(ConfiguredModel::capped).ifPresent(gate::closeFor);
            }
            return result;
        } finally {
            gate.leave();
        }
    }

    private static Duration capped(Duration pause) {
        return pause.compareTo(LONGEST_PAUSE) <= 0 ? pause : LONGEST_PAUSE;
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

    /** What came of asking one model. */
    sealed interface Outcome {
        record Answered(ChatReply reply) implements Outcome {}

        /** @param another whether another model may do better */
        record Failed(Failure failure, Spent spent, boolean another) implements Outcome {}
    }
}
