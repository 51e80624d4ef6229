package io.patchboard.gateway.http;

import io.javalin.http.HttpResponseException;
import io.javalin.http.HttpStatus;
import io.javalin.http.MethodNotAllowedResponse;
import io.patchboard.client.seal.SealException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What went wrong, as a problem. */
final class Problems {

    private static final Logger LOG = LoggerFactory.getLogger(Problems.class);

    /** As Javalin calls what it tells of a method that a path does not have. */
    private static final String METHODS = "availableMethods";

    private Problems() {}

    static Problem of(Throwable completion, String path) {
        Throwable failure = unwrapped(completion);
        if (failure instanceof ProblemException known) {
            return known.problem();
        }
        if (failure instanceof HttpResponseException refused) {
            return of(refused);
        }
        if (failure instanceof SealException) {
            return Problem.of(HttpStatus.UNPROCESSABLE_CONTENT, failure.getMessage())
                    .withType("seal");
        }
        if (failure instanceof RecordTooLargeException) {
            return Problem.of(
                    HttpStatus.CONTENT_TOO_LARGE,
                    "Expected a request that fits into one Kafka record, but: " + failure.getMessage());
        }
        if (failure instanceof KafkaException) {
            Problem problem = Problem.of(
                    HttpStatus.SERVICE_UNAVAILABLE,
                    "Expected Kafka to do what was asked, but it did not: " + failure.getMessage());
            return failure instanceof RetriableException ? problem.withHeader("Retry-After", "1") : problem;
        }
        LOG.error("Expected to answer {}, but failed.", path, failure);
        return Problem.of(HttpStatus.INTERNAL_SERVER_ERROR, "The server's log has the details.");
    }

    /** @param served all routes, as {@code GET /path} */
    static MethodNotAllowedResponse notAllowed(String path, List<String> served) {
        String methods = served.stream()
                .filter(route -> route.endsWith(" " + path))
                .map(route -> route.substring(0, route.indexOf(' ')))
                .collect(Collectors.joining(", "));
        return new MethodNotAllowedResponse("", Map.of(METHODS, methods));
    }

    private static Problem of(HttpResponseException refused) {
        HttpStatus status = HttpStatus.forStatus(refused.getStatus());
        if (status == HttpStatus.NOT_FOUND) {
            return Problem.of(
                    status, "Expected a path of the API, but there is none like this; /openapi.json has all.");
        }
        if (status == HttpStatus.METHOD_NOT_ALLOWED) {
            String allowed =
                    Optional.ofNullable(refused.getDetails().get(METHODS)).orElse("");
            return Problem.of(status, "Expected one of the methods " + allowed + " for this path, but got another.")
                    .withHeader("Allow", allowed);
        }
        return Problem.of(status, String.valueOf(refused.getMessage()));
    }

    private static Throwable unwrapped(Throwable failure) {
        Throwable cause = failure;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }
}
