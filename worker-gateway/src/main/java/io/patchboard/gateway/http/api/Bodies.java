package io.patchboard.gateway.http.api;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.javalin.http.HttpStatus;
import io.patchboard.gateway.http.Call;
import io.patchboard.gateway.http.Problem;
import io.patchboard.gateway.http.ProblemException;
import io.patchboard.json.Json;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonSyntaxException;
import io.patchboard.json.ParserMessage;
import io.patchboard.text.Cut;
import io.patchboard.text.Spelling;
import io.patchboard.text.StrictUtf8;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.yaml.snakeyaml.LoaderOptions;

/** Bodies as values. */
public final class Bodies {

    /** What the kernel takes of a record. */
    private static final int MAX_DEPTH = 120;

    /** One level less, because a bare array of operations is put into a record. */
    private static final JsonReader READER = new JsonReader(JsonLimits.SENT.withMaxDepth(MAX_DEPTH - 1));

    /**
     * What the parser takes for a long word grows with the square of its length: a quarter of a second for one of these
     * many bytes.
     */
    private static final int MOST_YAML_BYTES = 1024 * 1024;

    private static final Set<String> YAML_TYPES =
            Set.of("application/yaml", "application/x-yaml", "text/yaml", "text/x-yaml");

    private static final YAMLFactory YAML =
            YAMLFactory.builder().loaderOptions(loaderOptions()).build();

    /** Characters of a name that a reply repeats. */
    private static final int MOST_SAID = 100;

    private Bodies() {}

    private static LoaderOptions loaderOptions() {
        LoaderOptions options = new LoaderOptions();
        options.setNestingDepthLimit(MAX_DEPTH);
        options.setCodePointLimit(MOST_YAML_BYTES);
        return options;
    }

    /** A body that is JSON; fails with a {@link ProblemException} if it is not. */
    public static CompletionStage<Json> json(Call call) {
        return call.body().thenApply(bytes -> {
            requireJson(call);
            return readJson(bytes);
        });
    }

    /** An empty object where there is no body. */
    static CompletionStage<JsonObject> optionalObject(Call call) {
        return call.body().thenApply(bytes -> {
            // Without a type, a page of another site could send it.
            requireJson(call);
            return bytes.length == 0 ? JsonObject.EMPTY : object(readJson(bytes));
        });
    }

    static CompletionStage<JsonObject> objectOrYaml(Call call) {
        return call.body().thenApply(bytes -> {
            if (YAML_TYPES.contains(call.contentType())) {
                return object(readYaml(bytes));
            }
            requireJson(call);
            return object(readJson(bytes));
        });
    }

    /** A body in JSON or YAML, that nobody has read yet. */
    public record Text(String text, boolean isYaml) {}

    /** A body that says that it is JSON or YAML; what it has in it may be neither. */
    public static CompletionStage<Text> text(Call call) {
        return call.body().thenApply(bytes -> {
            boolean isYaml = YAML_TYPES.contains(call.contentType());
            if (isYaml) {
                requireFewForYaml(bytes);
            } else {
                requireJson(call);
            }
            return new Text(utf8(bytes), isYaml);
        });
    }

    static JsonObject object(Json value) {
        if (value instanceof JsonObject object) {
            return object;
        }
        throw bad("Expected a JSON object as the body, but got a JSON " + value.typeName() + ".", Optional.empty());
    }

    /** Refuses a member that none of these is, and asks for the one that may have been meant. */
    public static void refuseUnknown(JsonObject body, Set<String> known) {
        refuseUnknown(body, known, JsonPointer.ROOT);
    }

    /** @param at where the object stands in the body */
    static void refuseUnknown(JsonObject object, Set<String> known, JsonPointer at) {
        object.names().stream()
                .filter(name -> !known.contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw bad(
                            "Expected one of " + known.stream().sorted().toList() + " as a member"
                                    + (at.isRoot() ? "" : " of " + at) + ", but got \"" + Cut.shortened(name, MOST_SAID)
                                    + "\"."
                                    + Spelling.question(name, known),
                            Optional.of(at.child(Cut.shortened(name, MOST_SAID)).toString()));
                });
    }

    /** @param pointer to the spot in the body */
    static ProblemException bad(String detail, Optional<String> pointer) {
        Problem problem = Problem.of(HttpStatus.BAD_REQUEST, detail);
        return pointer.map(at -> problem.with("pointer", Json.of(at)))
                .orElse(problem)
                .asException();
    }

    private static void requireJson(Call call) {
        String type = call.contentType();
        if (!type.equals("application/json") && !(type.startsWith("application/") && type.endsWith("+json"))) {
            throw new ProblemException(
                    HttpStatus.UNSUPPORTED_MEDIA_TYPE,
                    "Expected Content-Type: application/json, but got " + (type.isEmpty() ? "none" : type) + ".");
        }
    }

    private static Json readJson(byte[] bytes) {
        try {
            return READER.read(bytes);
        } catch (JsonSyntaxException e) {
            throw bad(e.getMessage(), Optional.empty());
        }
    }

    private static String utf8(byte[] bytes) {
        return StrictUtf8.text(bytes)
                .orElseThrow(() -> bad("Expected a body in UTF-8, but it has bytes that are none.", Optional.empty()));
    }

    private static void requireFewForYaml(byte[] bytes) {
        if (bytes.length > MOST_YAML_BYTES) {
            throw bad(
                    "Expected at most " + MOST_YAML_BYTES + " bytes of YAML, but got " + bytes.length
                            + ". Send it as JSON.",
                    Optional.empty());
        }
    }

    private static Json readYaml(byte[] bytes) {
        requireFewForYaml(bytes);
        try (JsonParser parser = YAML.createParser(utf8(bytes))) {
            return READER.readDocument(parser);
        } catch (JsonSyntaxException e) {
            throw bad(e.getMessage(), Optional.empty());
        } catch (JsonProcessingException e) {
            throw bad("Expected YAML, but " + ParserMessage.of(e) + ".", Optional.empty());
        } catch (IOException e) {
            throw bad("Expected YAML, but it could not be read: " + e.getMessage(), Optional.empty());
        }
    }
}
