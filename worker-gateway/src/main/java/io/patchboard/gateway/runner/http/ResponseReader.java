package io.patchboard.gateway.runner.http;

import io.patchboard.calls.Outcome.Response;
import io.patchboard.gateway.config.PlainText;
import io.patchboard.gateway.config.Redaction;
import io.patchboard.gateway.runner.AnswerLine;
import io.patchboard.gateway.runner.http.Reaction.Accepted;
import io.patchboard.gateway.runner.http.Reaction.Answered;
import io.patchboard.gateway.runner.http.Reaction.Failed;
import io.patchboard.gateway.runner.http.Reaction.Retryable;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.json.JsonSyntaxException;
import io.patchboard.record.ContractLimits;
import io.patchboard.record.Failure;
import io.patchboard.text.Cut;
import java.time.Clock;
import java.util.Locale;
import java.util.Optional;

/** Says what a response means. */
final class ResponseReader {

    private static final int MOST_HEADER_CHARS = 100;

    private final Redaction redaction;
    private final boolean callbacks;
    private final Clock clock;

    ResponseReader(Redaction redaction, boolean callbacks, Clock clock) {
        this.redaction = redaction;
        this.callbacks = callbacks;
        this.clock = clock;
    }

    Reaction read(Response response, String invocationId) {
        int status = response.status();
        if (status == 200) {
            return answer(response, invocationId);
        } else if (status == 204) {
            return new Answered(Answer.nothing());
        } else if (status == 202) {
            return callbacks
                    ? new Accepted()
                    : new Failed(
                            Failure.Kind.REFUSED,
                            "it promised one for later (status 202), and this gateway has no address that it could"
                                    + " call back; give the gateway a callback URL (--http-url), or answer with status"
                                    + " 200");
        } else if (response.mayPass()) {
            return new Retryable(
                    status == 429 ? Failure.Kind.RATE_LIMIT : Failure.Kind.OUTAGE,
                    "it answered with status " + status + said(response.body()),
                    response.retryAfter(clock));
        } else if (status >= 300 && status < 400) {
            return new Failed(
                    Failure.Kind.REFUSED,
                    "it answered with status " + status
                            + ", and redirects are not followed; set the URL to where the worker is");
        }
        return new Failed(
                Failure.Kind.REFUSED,
                "it answered with status " + status + said(response.body())
                        + (status < 300 ? "; expected 200 with an answer, 202 or 204" : ""));
    }

    private Reaction answer(Response response, String invocationId) {
        byte[] body = response.body();
        if (response.cut()) {
            return new Failed(
                    Failure.Kind.INVALID, "its answer is longer than " + ContractLimits.MAX_READ_BYTES + " bytes");
        }
        Optional<String> type = response.contentType();
        if (type.isPresent() && !isJson(type.get())) {
            return new Failed(
                    Failure.Kind.INVALID,
                    "it answered with Content-Type " + shortened(type.get()) + " instead of application/json"
                            + said(body));
        }
        try {
            AnswerLine line = AnswerLine.read(body);
            Optional<String> other = line.invocationId().filter(id -> !id.equals(invocationId));
            return other.isEmpty()
                    ? new Answered(redaction.guard(line.answer()))
                    : new Failed(Failure.Kind.INVALID, "it answered another invocation, " + shortened(other.get()));
        } catch (JsonSyntaxException e) {
            return new Failed(
                    Failure.Kind.INVALID,
                    coding(response)
                            .orElseGet(() -> "it answered" + (body.length == 0 ? " with an empty body" : said(body))
                                    + " (" + redaction.redact(e.getMessage()) + ")"));
        }
    }

    /** Why an answer that is no JSON may be none. Others name a charset there, and send JSON as it is. */
    private Optional<String> coding(Response response) {
        return response.headers()
                .firstValue("Content-Encoding")
                .filter(name -> !name.isBlank() && !name.equalsIgnoreCase("identity"))
                .map(name -> "it answered with Content-Encoding " + shortened(name)
                        + ", which was not asked for; expected the JSON as it is, without a coding");
    }

    private static boolean isJson(String contentType) {
        String type = contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        return type.equals("application/json") || type.endsWith("+json");
    }

    private String said(byte[] body) {
        return body.length == 0 ? "" : ": " + redaction.excerpt(body);
    }

    private String shortened(String text) {
        return Cut.shortened(PlainText.of(redaction.redact(text)), MOST_HEADER_CHARS);
    }
}
