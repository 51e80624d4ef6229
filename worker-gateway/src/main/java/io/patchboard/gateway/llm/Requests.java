package io.patchboard.gateway.llm;

import dev.langchain4j.exception.ContentFilteredException;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import io.patchboard.gateway.llm.RequestFailure.Kind;
import io.patchboard.gateway.secret.Redactor;
import io.patchboard.json.JsonObject;
import java.net.http.HttpClient;
import java.util.Optional;

/** Makes single requests to one model, and says of each why it failed. */
final class Requests {

    private static final int MAX_MODEL_CHARS = 200;

    private final ModelConfig config;
    private final HttpClient client;
    private final Watch watch;
    private final Redactor redactor;
    private final Redactor answers;

    Requests(ModelConfig config, HttpClient client, Watch watch) {
        this.config = config;
        this.client = client;
        this.watch = watch;
        this.redactor = config.redactor();
        this.answers = config.answerRedactor();
    }

    Result send(Generation generation, ChatPrompt prompt, Optional<JsonObject> schema, Deadline deadline) {
        Exchange exchange = new Exchange(
                client,
                redactor,
                answers,
                generation.params(),
                deadline.orIn(config.limits().timeout()),
                watch);
        try {
            Optional<ChatResponse> response = new ProviderCall(config, generation).send(prompt, schema, exchange);
            return read(response, generation, schema.isPresent(), exchange.heard());
        } catch (RuntimeException e) {
            return new Result.Failed(failure(e, exchange.heard()));
        }
    }

    private Result read(Optional<ChatResponse> complete, Generation generation, boolean structured, Heard heard) {
        if (complete.isEmpty() || isCutOff(complete.get(), generation, heard)) {
            return new Result.Failed(new RequestFailure(
                    Kind.PASSING,
                    "the stream ended before the answer did" + unlessEvents(heard),
                    Optional.empty(),
                    heard.spent()));
        }
        ChatResponse response = complete.get();
        TokenCount tokens = TokenCounts.of(response.tokenUsage());
        String said = Optional.ofNullable(response.aiMessage().text()).orElse("");
        String text = answers.redact(said);
        boolean quotesSecret = heard.quotesSecret() || !text.equals(said);
        if (text.isBlank()) {
            return new Result.Failed(
                    new RequestFailure(Kind.LASTING, "it said nothing: " + why(response), Optional.empty(), tokens));
        }
        Spent spent = new Spent(
                tokens,
                config.prices().map(prices -> prices.cost(tokens)),
                Optional.ofNullable(response.modelName())
                        .filter(name -> !name.isBlank())
                        .map(answers::redact)
                        .map(name -> Excerpt.cut(name, MAX_MODEL_CHARS))
                        .orElse(config.model()));
        return new Result.Answered(
                new ChatReply(text, quotesSecret, finish(response.finishReason()), spent, structured));
    }

    private static boolean isCutOff(ChatResponse response, Generation generation, Heard heard) {
        return generation.stream().orElse(false) && response.finishReason() == null && !heard.isDone();
    }

    private static String unlessEvents(Heard heard) {
        return heard.contentType().startsWith("text/event-stream")
                ? ""
                : "; the response is " + Excerpt.of(heard.contentType())
                        + " and not text/event-stream, so set stream: false";
    }

    private static String why(ChatResponse response) {
        if (response.aiMessage().hasToolExecutionRequests()) {
            return "it called a tool, but was given none";
        }
        return switch (finish(response.finishReason())) {
            case LENGTH -> "its tokens were used up before it came to the answer; raise maxOutputTokens";
            case STOP -> "its answer is empty";
            case OTHER -> "it finished with " + response.finishReason();
        };
    }

    private static Finish finish(FinishReason reason) {
        return reason == FinishReason.LENGTH ? Finish.LENGTH : reason == FinishReason.STOP ? Finish.STOP : Finish.OTHER;
    }

    private RequestFailure failure(RuntimeException e, Heard heard) {
        if (heard.status().isEmpty()) {
            String message = redactor.redact(String.valueOf(e.getMessage()));
            return e instanceof BrokenExchangeException
                    ? RequestFailure.passing("there was no response: " + message)
                    : RequestFailure.lasting(message);
        }
        int status = heard.status().getAsInt();
        if (status / 100 == 2) {
            return unreadable(e, heard);
        }
        String message = "HTTP " + status + ": " + Excerpt.of(heard.text());
        return new RequestFailure(kind(status), message, heard.retryAfter(), TokenCount.NONE);
    }

    private RequestFailure unreadable(RuntimeException e, Heard heard) {
        TokenCount tokens = heard.spent();
        if (e instanceof ContentFilteredException) {
            String message = "the model refuses: " + Excerpt.of(redactor.redact(String.valueOf(e.getMessage())));
            return new RequestFailure(Kind.FINAL, message, Optional.empty(), tokens);
        }
        if (e instanceof BrokenExchangeException broken) {
            String message = "the response broke off: " + redactor.redact(String.valueOf(e.getMessage()));
            return new RequestFailure(
                    broken.mayPass() ? Kind.PASSING : Kind.LASTING, message, Optional.empty(), tokens);
        }
        return new RequestFailure(
                Kind.PASSING,
                "the response is no answer of this protocol: " + Excerpt.of(heard.text()),
                Optional.empty(),
                tokens);
    }

    private static Kind kind(int status) {
        if (status == 400 || status == 422) {
            return Kind.REQUEST;
        }
        return status == 408 || status == 425 || status == 429 || status >= 500 ? Kind.PASSING : Kind.LASTING;
    }

    /** What came of a request. */
    sealed interface Result {
        record Answered(ChatReply reply) implements Result {}

        record Failed(RequestFailure failure) implements Result {}
    }
}
