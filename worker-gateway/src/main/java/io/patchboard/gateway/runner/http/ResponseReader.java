package io.patchboard.gateway.runner.http;

import io.patchboard.gateway.config.PlainText;
import io.patchboard.gateway.config.Redaction;
import io.patchboard.gateway.retry.RetryAfter;
import io.patchboard.gateway.runner.AnswerLine;
import io.patchboard.gateway.runner.http.BoundedBody.Body;
import io.patchboard.gateway.runner.http.Reaction.Accepted;
import io.patchboard.gateway.runner.http.Reaction.Answered;
import io.patchboard.gateway.runner.http.Reaction.Failed;
import io.patchboard.gateway.runner.http.Reaction.Retryable;
import io.patchboard.gateway.text.Cut;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.json.JsonSyntaxException;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Says what a response means. */
final class ResponseReader {

    private static final int MOST_HEADER_CHARS = 100;
    private static final Set<Integer> TRY_AGAIN = Set.of(408, 425, 429);

    private final Redaction redaction;
    private final boolean callbacks;
    private final Clock clock;

    ResponseReader(Redaction redaction, boolean callbacks, Clock clock) {
        this.redaction = redaction;
        this.callbacks = callbacks;
        this.clock = clock;
    }

    Reaction read(HttpResponse<Body> response, String invocationId) {
        int status = response.statusCode();
        if (status == 200) {
            return answer(response, invocationId);
        } else if (status == 204) {
            return new Answered(Answer.nothing());
        } else if (status == 202) {
            return callbacks
                    ? new Accepted()
                    : new Failed("it promised one for later (status 202), and this gateway has no address that it could"
                            + " call back; give the gateway a callback URL, or answer with status 200");
        } else if (TRY_AGAIN.contains(status) || status >= 500) {
            return new Retryable(
                    "it answered with status " + status + said(response.body()),
                    RetryAfter.read(response.headers(), clock));
        } else if (status >= 300 && status < 400) {
            return new Failed("it answered with status " + status
                    + ", and redirects are not followed; set the URL to where the worker is");
        }
        return new Failed("it answered with status " + status + said(response.body())
                + (status < 300 ? "; expected 200 with an answer, 202 or 204" : ""));
    }

    private Reaction answer(HttpResponse<Body> response, String invocationId) {
        Body body = response.body();
        if (body.cut()) {
            return new Failed("its answer is longer than " + BoundedBody.MAX_ANSWER_BYTES + " bytes");
        }
        Optional<String> type = response.headers().firstValue("Content-Type");
        if (type.isPresent() && !isJson(type.get())) {
            return new Failed("it answered with Content-Type " + shortened(type.get()) + " instead of application/json"
                    + said(body));
        }
        try {
            AnswerLine line = AnswerLine.read(body.bytes());
            Optional<String> other = line.invocationId().filter(id -> !id.equals(invocationId));
            return other.isEmpty()
                    ? new Answered(redaction.guard(line.answer()))
                    : new Failed("it answered another invocation, " + shortened(other.get()));
        } catch (JsonSyntaxException e) {
            return new Failed("it answered" + (body.bytes().length == 0 ? " with an empty body" : said(body)) + " ("
                    + redaction.redact(e.getMessage()) + ")");
        }
    }

    private static boolean isJson(String contentType) {
        String type = contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        return type.equals("application/json") || type.endsWith("+json");
    }

    private String said(Body body) {
        return body.bytes().length == 0 ? "" : ": " + redaction.excerpt(body.bytes());
    }

    private String shortened(String text) {
        return Cut.shortened(PlainText.of(redaction.redact(text)), MOST_HEADER_CHARS);
    }
}
