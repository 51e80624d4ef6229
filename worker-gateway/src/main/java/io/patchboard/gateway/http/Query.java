package io.patchboard.gateway.http;

import io.javalin.http.HttpStatus;
import io.patchboard.json.JsonArray;
import io.patchboard.text.Cut;
import io.patchboard.text.Spelling;
import java.util.List;
import java.util.Map;

/** The query parameters of a request. */
final class Query {

    private static final int MOST_NAME_CHARS = 100;

    /** A JSON Pointer, of which the empty one is the whole. */
    private static final String POINTER = "path";

    private Query() {}

    /**
     * One that is ignored would have the caller believe that the answer is what was asked for.
     *
     * @throws ProblemException if there is one that is not allowed, or one twice, or one without a value
     */
    static void requireAllowed(Map<String, List<String>> query, List<String> allowed) {
        query.forEach((name, values) -> {
            if (allowed.contains(name) && values.isEmpty()) {
                throw new ProblemException(
                        HttpStatus.BAD_REQUEST,
                        "Expected a value of the query parameter " + name
                                + " that can be decoded, but it has a % without two hexadecimal digits behind it. Write"
                                + " %25 for a % that means itself.");
            }
            if (!allowed.contains(name) || values.size() != 1) {
                throw Problem.of(
                                HttpStatus.BAD_REQUEST,
                                (allowed.isEmpty()
                                                ? "Expected no query parameters"
                                                : "Expected the query parameters " + String.join(", ", allowed)
                                                        + ", each once at most")
                                        + ", but got \"" + Cut.shortened(name, MOST_NAME_CHARS) + "\""
                                        + (values.size() <= 1 ? "." : " " + values.size() + " times.")
                                        + (allowed.contains(name) ? "" : Spelling.question(name, allowed)))
                        .with("allowed", JsonArray.ofStrings(allowed))
                        .asException();
            }
            if (values.get(0).isEmpty() && !name.equals(POINTER)) {
                throw new ProblemException(
                        HttpStatus.BAD_REQUEST,
                        "Expected a value of the query parameter " + name
                                + ", but got \"\". Leave it out if you mean none.");
            }
        });
    }
}
