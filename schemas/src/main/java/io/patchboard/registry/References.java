package io.patchboard.registry;

import static io.patchboard.calls.HttpCaller.encoded;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.registry.RegistryHttp.Answer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * The schemas that another one refers to, such as the records of a union, in the order in which they can be parsed.
 *
 * <p>A version of a subject never changes, so this is as lasting as the schema itself. What cannot be had however often
 * the registry is asked makes the schema unknown: a record that was written with it must not hold up those behind it
 * for ever.
 *
 * <p>Whoever waits for them has other things to do: after some time the rest is left for the next time, which begins
 * with what is known by then.
 */
final class References {

    /** Far more than a contract has; a registry that names more is not followed for ever. */
    private static final int MOST = 200;

    private static final int NOT_FOUND = 404;

    private final RegistryHttp http;
    private final BoundedCache<String, Answer> known;
    private final BooleanSupplier isOverdue;
    private final Set<String> seen = new HashSet<>();
    private final List<String> texts = new ArrayList<>();

    /**
     * @param known answers by path
     * @param isOverdue whether no more is to be asked for now
     */
    References(RegistryHttp http, BoundedCache<String, Answer> known, BooleanSupplier isOverdue) {
        this.http = http;
        this.known = known;
        this.isOverdue = isOverdue;
    }

    List<String> of(Answer schema) throws UnknownSchemaException, RegistryUnavailableException {
        collect(schema);
        return List.copyOf(texts);
    }

    private void collect(Answer schema) throws UnknownSchemaException, RegistryUnavailableException {
        if (!(schema.body().get("references").orElse(JsonArray.EMPTY) instanceof JsonArray references)) {
            throw unknown("references that name a subject and a version, but got others", schema);
        }
        for (Json reference : references) {
            if (!(reference instanceof JsonObject object)
                    || !(object.get("subject").orElse(Json.nul()) instanceof JsonString subject)
                    || !(object.get("version").orElse(Json.nul()) instanceof JsonNumber version)) {
                throw unknown("references that name a subject and a version, but got others", schema);
            }
            String path = "/subjects/" + encoded(subject.value()) + "/versions/" + version.toString();
            if (seen.add(path)) {
                follow(path);
            }
        }
    }

    private void follow(String path) throws UnknownSchemaException, RegistryUnavailableException {
        if (seen.size() > MOST) {
            throw new UnknownSchemaException(
                    "Expected a schema with at most " + MOST + " references, but the registry names more.");
        }
        Optional<Answer> before = known.get(path);
        Answer answer = before.isPresent() ? before.get() : ask(path);
        known.put(path, answer);
        collect(answer);
        texts.add(answer.text("schema")
                .orElseThrow(() -> unknown("the schema of " + path + ", but got an answer without it", answer)));
    }

    private Answer ask(String path) throws UnknownSchemaException, RegistryUnavailableException {
        if (isOverdue.getAsBoolean()) {
            throw new RegistryUnavailableException(
                    "Expected the Schema Registry to give all schemas that another one refers to in time, but it gave "
                            + (seen.size() - 1) + ". They are known now, and the next attempt goes on with " + path
                            + ".");
        }
        try {
            // A deleted version is still what data was written with.
            Answer answer = http.get(path + "?deleted=true");
            if (answer.isSuccess()) {
                return answer;
            }
            throw unknown(missing(path) + RegistryAdvice.of(answer), answer);
        } catch (RegistryUnavailableException e) {
            if (e.status().orElse(0) != NOT_FOUND) {
                throw e;
            }
            throw new UnknownSchemaException("Expected " + missing(path) + e.getMessage(), e.status(), e.errorCode());
        }
    }

    private static String missing(String path) {
        return "the Schema Registry to have " + path + ", which another schema refers to, but: ";
    }

    private static UnknownSchemaException unknown(String expected, Answer answer) {
        return new UnknownSchemaException(
                "Expected " + expected.replaceAll("[.]$", "") + ".",
                OptionalInt.of(answer.status()),
                answer.errorCode());
    }
}
