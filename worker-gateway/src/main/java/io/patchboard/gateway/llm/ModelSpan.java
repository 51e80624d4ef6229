package io.patchboard.gateway.llm;

import io.patchboard.calls.RequestSpan;
import io.patchboard.gateway.llm.Requests.Result;
import io.patchboard.tracing.SpanAttributes;
import java.util.List;
import java.util.Locale;

/** What the span of a request to a model says; nothing of what is asked and answered. */
final class ModelSpan {

    private static final String OPERATION = "chat";

    private ModelSpan() {}

    static RequestSpan start(ModelConfig config, Generation generation) {
        RequestSpan span = RequestSpan.start(OPERATION + " " + config.model(), config.baseUrl())
                .with(SpanAttributes.GEN_AI_OPERATION, OPERATION)
                .with(SpanAttributes.PROVIDER, provider(config.provider()))
                .with(SpanAttributes.REQUEST_MODEL, config.model());
        generation.temperature().ifPresent(value -> span.with(SpanAttributes.TEMPERATURE, value.doubleValue()));
        generation.maxOutputTokens().ifPresent(most -> span.with(SpanAttributes.MAX_TOKENS, most.longValue()));
        return span;
    }

    /** The conventions' names. */
    private static String provider(Provider provider) {
        return switch (provider) {
            case OPENAI -> "openai";
            case ANTHROPIC -> "anthropic";
            case GEMINI -> "gcp.gemini";
        };
    }

    static Result told(RequestSpan span, Result result) {
        switch (result) {
            case Result.Answered(ChatReply reply) ->
                span.with(SpanAttributes.RESPONSE_MODEL, reply.spent().model())
                        .with(
                                SpanAttributes.FINISH_REASONS,
                                List.of(reply.finish().name().toLowerCase(Locale.ROOT)))
                        .with(
                                SpanAttributes.INPUT_TOKENS,
                                reply.spent().tokens().input())
                        .with(
                                SpanAttributes.OUTPUT_TOKENS,
                                reply.spent().tokens().output());
            case Result.Failed(RequestFailure failure) ->
                span.failed(failure.failure().kind().word());
        }
        return result;
    }
}
