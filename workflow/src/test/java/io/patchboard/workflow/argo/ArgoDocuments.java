package io.patchboard.workflow.argo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrel.jsonschema.Validator;
import dev.harrel.jsonschema.ValidatorFactory;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonReader;
import io.patchboard.workflow.check.Workflows;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The public examples of Argo and its schema, where this machine has them. */
public final class ArgoDocuments {

    /** Not in the repository, since they are other people's: {@code ../shared/data/argo} of the issue. */
    private static final Optional<Path> DATA = find();

    private ArgoDocuments() {}

    private static Optional<Path> find() {
        for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
            Path data = at.resolve("shared/data/argo");
            if (Files.isDirectory(data)) {
                return Optional.of(data);
            }
        }
        return Optional.empty();
    }

    static boolean areThere() {
        return DATA.isPresent();
    }

    private static String text(String file) {
        try {
            return Files.readString(DATA.orElseThrow().resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The names of those that call templates by steps or a DAG. */
    static List<String> callers() {
        return text("index.jsonl")
                .lines()
                .map(JsonReader::parse)
                .map(JsonPlace::of)
                .filter(row -> row.items("templates").stream()
                        .anyMatch(kind ->
                                Set.of("dag", "steps").contains(kind.text().orElse(""))))
                .map(row -> row.text("document").orElseThrow())
                .toList();
    }

    static Json document(String name) {
        return Workflows.yaml(text(name));
    }

    /** A check against Argo's schema; it says what is wrong. */
    static Schema schema() {
        Validator validator = new ValidatorFactory().createValidator();
        return new Schema(validator, validator.registerSchema(text("schema.json")));
    }

    /** Argo's schema. */
    record Schema(Validator validator, URI uri) {

        void takes(Json document) {
            String errors = validator.validate(uri, document.toString()).getErrors().stream()
                    .map(error -> error.getInstanceLocation() + ": " + error.getError())
                    .collect(Collectors.joining("\n"));
            assertThat(errors).isEmpty();
        }
    }

    /** A document of ours without its notes, but for its name. */
    public static JsonObject bare(JsonObject document) {
        JsonPlace spec = JsonPlace.of(document).into("spec");
        JsonArray templates = JsonArray.copyOf(spec.items("templates").stream()
                .map(template -> ((JsonObject) template.value()).without("metadata"))
                .toList());
        return Notes.put(
                document.with("spec", ((JsonObject) spec.value()).with("templates", templates)),
                JsonObject.of("name", Json.of("m")));
    }
}
