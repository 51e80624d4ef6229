package io.patchboard.gateway.llm;

import io.patchboard.calls.Deadline;
import io.patchboard.calls.EventStream;
import io.patchboard.calls.HttpCaller;
import io.patchboard.calls.Outbound;
import io.patchboard.calls.Outcome;
import io.patchboard.calls.Outcome.NoResponse;
import io.patchboard.calls.Outcome.Response;
import io.patchboard.calls.RequestSpan;
import io.patchboard.gateway.llm.RequestFailure.Kind;
import io.patchboard.gateway.llm.protocol.Ask;
import io.patchboard.gateway.llm.protocol.Protocol;
import io.patchboard.gateway.llm.protocol.Reading;
import io.patchboard.gateway.llm.protocol.ResponseText;
import io.patchboard.gateway.llm.protocol.TokenCount;
import io.patchboard.gateway.llm.protocol.ToolTurn;
import io.patchboard.gateway.secret.Redactor;
import io.patchboard.gateway.secret.Secret;
import io.patchboard.json.JsonObject;
import io.patchboard.record.ContractLimits;
import io.patchboard.record.Failure;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/** Makes single requests to one model, and says of each why it failed. */
final class Requests {

    private static final int MAX_MODEL_CHARS = 200;

    private final ModelConfig config;
    private final Protocol protocol;
    private final HttpCaller caller;
    private final Redactor redactor;
    private final Redactor answers;

    Requests(ModelConfig config, HttpCaller caller) {
        this.config = config;
        this.protocol = config.provider().protocol();
        this.caller = caller;
        this.redactor = config.redactor();
        this.answers = config.answerRedactor();
    }

    /** @throws InterruptedException if nobody waits any more, or the models are closed */
    Result send(Generation generation, ChatPrompt prompt, Optional<JsonObject> schema, Deadline deadline)
            throws InterruptedException {
        HttpRequest request;
        try {
            request = request(generation, prompt, schema);
        } catch (IllegalArgumentException e) {
            return new Result.Failed(RequestFailure.lasting(
                    Failure.Kind.BUG,
                    "the request cannot be written: " + redactor.redact(String.valueOf(e.getMessage()))));
        }
        try (RequestSpan span = ModelSpan.start(config, generation)) {
            Outcome outcome = span.told(caller.send(
                    request,
                    deadline.orIn(config.limits().timeout()),
                    Outbound.ANY,
                    event -> ResponseText.isLast(protocol, event)));
            return ModelSpan.told(
                    span,
                    result(
                            outcome,
                            new Asked(
                                    isStream(generation, prompt),
                                    schema.isPresent(),
                                    !prompt.tools().isEmpty())));
        }
    }

    private Result result(Outcome outcome, Asked asked) {
        return switch (outcome) {
            case NoResponse none -> new Result.Failed(RequestFailure.passing(cause(none), why(none)));
            case Response response when !response.isSuccess() -> new Result.Failed(refusal(response));
            case Response response
            when response.cut() ->
                new Result.Failed(RequestFailure.lasting(
                        Failure.Kind.INVALID,
                        "the response broke off: it has more than " + ContractLimits.MAX_READ_BYTES + " bytes"));
            case Response response -> read(response, asked);
        };
    }

    private HttpRequest request(Generation generation, ChatPrompt prompt, Optional<JsonObject> schema) {
        Ask ask = new Ask(
                config.model(),
                prompt.system(),
                prompt.user(),
                generation.sees() ? prompt.images() : List.of(),
                prompt.tools(),
                schema,
                generation.temperature(),
                generation.maxOutputTokens(),
                isStream(generation, prompt),
                config.baseUrl().equals(config.provider().home()));
        URI url = URI.create(config.baseUrl().toString().replaceAll("/+$", "") + protocol.path(ask));
        HttpRequest.Builder request = HttpRequest.newBuilder(url)
                .setHeader("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(
                        JsonMerge.merge(protocol.body(ask), generation.params()).toString()));
        protocol.headers(config.apiKey().map(Secret::reveal)).forEach(request::setHeader);
        config.headers().forEach(request::setHeader);
        config.secretHeaders().forEach((name, value) -> request.setHeader(name, value.reveal()));
        return request.build();
    }

    /** Calls of tools come whole or not at all. */
    private static boolean isStream(Generation generation, ChatPrompt prompt) {
        return generation.stream().orElse(false) && prompt.tools().isEmpty();
    }

    /** How a request asked for its answer. */
    private record Asked(boolean stream, boolean structured, boolean tools) {}

    private String why(NoResponse none) {
        String what = switch (none.reason()) {
            case OVERDUE -> "there was none in time";
            case UNREACHABLE -> "nobody could be reached at " + place();
            case NO_CONNECTION_IN_TIME, NO_TLS, REFUSED, BROKEN -> redactor.redact(none.detail());
        };
        return (none.status().isPresent() ? "the response broke off: " : "there was no response: ") + what;
    }

    /** Without what may follow: a query may hold a key. */
    private String place() {
        URI url = config.baseUrl();
        return url.getScheme() + "://" + url.getHost() + (url.getPort() < 0 ? "" : ":" + url.getPort());
    }

    private static Failure.Kind cause(NoResponse none) {
        return switch (none.reason()) {
            case OVERDUE -> Failure.Kind.TIMEOUT;
            case REFUSED -> Failure.Kind.REFUSED;
            case UNREACHABLE, NO_CONNECTION_IN_TIME, NO_TLS, BROKEN -> Failure.Kind.OUTAGE;
        };
    }

    private static Failure.Kind cause(Response response) {
        if (response.status() == 429) {
            return Failure.Kind.RATE_LIMIT;
        }
        return response.mayPass() ? Failure.Kind.OUTAGE : Failure.Kind.REFUSED;
    }

    private RequestFailure refusal(Response response) {
        Kind kind = switch (response.status()) {
            case 400, 422 -> Kind.REQUEST;
            default -> response.mayPass() ? Kind.PASSING : Kind.LASTING;
        };
        String said = Excerpt.of(redactor.redact(response.text()));
        return new RequestFailure(
                kind,
                cause(response),
                "HTTP " + response.status() + ": " + said,
                response.retryAfter(Clock.systemUTC()),
                TokenCount.NONE);
    }

    private Result read(Response response, Asked asked) {
        String text = response.text();
        String safe = answers.redact(text);
        return switch (ResponseText.read(protocol, safe, asked.stream())) {
            case Reading.Said said -> answer(said, asked, !safe.equals(text));
            case Reading.Refused refused ->
                failed(
                        Kind.FINAL,
                        Failure.Kind.REFUSED,
                        "the model refuses: " + Excerpt.of(redactor.redact(refused.why())),
                        refused);
            case Reading.CutOff cutOff ->
                failed(
                        Kind.PASSING,
                        Failure.Kind.INVALID,
                        "the stream ended before the answer did" + unlessEvents(response),
                        cutOff);
            case Reading.Unreadable unreadable ->
                failed(
                        Kind.PASSING,
                        Failure.Kind.INVALID,
                        "the response is no answer of this protocol: " + Excerpt.of(redactor.redact(unreadable.text())),
                        unreadable);
        };
    }

    private static Result failed(Kind kind, Failure.Kind cause, String message, Reading reading) {
        return new Result.Failed(new RequestFailure(kind, cause, message, Optional.empty(), reading.tokens()));
    }

    private Result answer(Reading.Said said, Asked asked, boolean secretsFound) {
        String text = answers.redact(said.text());
        Optional<ToolTurn.Asked> calls = said.calls().filter(any -> asked.tools());
        if (text.isBlank() && calls.isEmpty()) {
            return failed(Kind.LASTING, Failure.Kind.INVALID, "it said nothing: " + why(said), said);
        }
        Spent spent = new Spent(
                said.tokens(),
                config.prices().map(prices -> prices.cost(said.tokens())),
                said.model()
                        .map(answers::redact)
                        .map(name -> Excerpt.cut(name, MAX_MODEL_CHARS))
                        .orElse(config.model()));
        boolean quotesSecret = secretsFound || !text.equals(said.text());
        return new Result.Answered(new ChatReply(text, quotesSecret, said.finish(), spent, asked.structured(), calls));
    }

    private static String unlessEvents(Response response) {
        return EventStream.isOne(response)
                ? ""
                : "; the response is " + Excerpt.of(response.contentType().orElse(""))
                        + " and not text/event-stream, so set stream: false";
    }

    private static String why(Reading.Said said) {
        if (said.toolCalled()) {
            return "it called a tool, but was given none";
        }
        return switch (said.finish()) {
            case LENGTH -> "its tokens were used up before it came to the answer; raise maxOutputTokens";
            case STOP -> "its answer is empty";
            case OTHER -> said.word().isEmpty() ? "it does not say why" : "it finished with " + Excerpt.of(said.word());
        };
    }

    /** What came of a request. */
    sealed interface Result {
        record Answered(ChatReply reply) implements Result {}

        record Failed(RequestFailure failure) implements Result {}
    }
}
