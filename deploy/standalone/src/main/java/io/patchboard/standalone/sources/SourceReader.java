package io.patchboard.standalone.sources;

import io.patchboard.client.catalog.BlueprintName;
import io.patchboard.gateway.config.ConfigException;
import io.patchboard.gateway.config.Values;
import io.patchboard.gateway.config.YamlFile;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.blueprint.BlueprintCompiler;
import io.patchboard.kernel.blueprint.CompileResult;
import io.patchboard.kernel.cel.CelCompileException;
import io.patchboard.kernel.cel.CelExpression;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads what one source makes. */
final class SourceReader {

    private static final Set<String> OF_A_BOARD = Set.of("id", "blueprint", "input", "labels");
    private static final Set<String> OPERATIONS = Set.of("add", "remove", "replace", "move", "copy", "test");

    private final Values values;
    private final Set<String> variables;

    /** @param variables that its expressions may use */
    SourceReader(Values values, Set<String> variables) {
        this.values = values;
        this.variables = variables;
    }

    Optional<SourceSpec.Makes> makes(JsonPlace source) {
        boolean board = source.child("board").isPresent();
        if (board == source.child("patch").isPresent()) {
            values.problem(
                    source.at(),
                    "either board, or correlate, worker and patch",
                    board ? "got board and patch" : "got neither board nor patch");
            return Optional.empty();
        }
        return board ? board(values.section(source, "board")) : patch(source);
    }

    Optional<Quota> quota(JsonPlace place) {
        JsonPlace quota = values.object(place);
        values.refuseUnknown(quota, Set.of("atWork", "boards", "per"));
        boolean isRate = quota.child("boards").isPresent() || quota.child("per").isPresent();
        if (!isRate && quota.child("atWork").isEmpty()) {
            values.problem(quota.at(), "atWork, or boards and per, or both", "got neither");
            return Optional.empty();
        }
        Optional<Integer> atWork = values.integer(quota, "atWork", 1, Quota.MOST);
        Optional<Integer> boards = values.integer(quota, "boards", 1, Quota.MOST);
        Optional<Duration> per = quota.child("per").flatMap(values::duration);
        if (isRate) {
            required(quota, "boards", "a number of new boards");
            required(quota, "per", "a duration such as 1h");
        }
        return Optional.of(new Quota(atWork, boards.flatMap(most -> per.map(time -> new Quota.Rate(most, time)))));
    }

    private Optional<SourceSpec.Makes> board(JsonPlace board) {
        values.refuseUnknown(board, OF_A_BOARD);
        Optional<Template> id = board.child("id").map(this::template);
        Optional<SourceSpec.Given> blueprint = required(
                        board, "blueprint", "the name of a published blueprint, or a file")
                .flatMap(this::blueprint);
        Template input = board.child("input").map(this::template).orElse(new Template.Constant(JsonObject.EMPTY));
        Optional<Template> labels = board.child("labels").map(this::template);
        return blueprint.map(given -> new SourceSpec.Board(id, given, input, labels));
    }

    private Optional<SourceSpec.Given> blueprint(JsonPlace place) {
        Optional<String> text = values.text(place);
        Optional<BlueprintName> name = text.filter(given -> !isFile(given)).flatMap(BlueprintName::of);
        if (name.isPresent() || text.isEmpty()) {
            return name.map(SourceSpec.Published::new);
        }
        if (!isFile(text.get())) {
            values.problem(
                    place.at(),
                    "a name such as review, review@3 or review@latest, or a file such as review.yaml",
                    "got \"" + text.get() + "\"");
            return Optional.empty();
        }
        return document(place, values.folder().resolve(text.get()));
    }

    private static boolean isFile(String given) {
        return given.contains("/") || given.matches(".*\\.(yaml|yml|json)");
    }

    private Optional<SourceSpec.Given> document(JsonPlace place, Path path) {
        Json document;
        try {
            document = YamlFile.document(YamlFile.read(path, "a blueprint"), path);
        } catch (ConfigException e) {
            values.problem(place.at(), "a blueprint", "it cannot be read: " + e.getMessage());
            return Optional.empty();
        }
        if (BlueprintCompiler.compile(document) instanceof CompileResult.Invalid invalid) {
            values.problem(
                    place.at(),
                    "a valid blueprint",
                    path + " has " + invalid.problems().size() + " errors, the first at "
                            + invalid.problems().get(0).pointer() + ": "
                            + invalid.problems().get(0).message() + " See patchboard blueprint validate");
            return Optional.empty();
        }
        return Optional.of(new SourceSpec.Document(document));
    }

    private Optional<SourceSpec.Makes> patch(JsonPlace source) {
        Optional<SourceSpec.Addressee> board = addressee(values.section(source, "correlate"));
        Optional<String> worker = required(source, "worker", "the name of a worker that may propose unasked")
                .flatMap(values::text);
        Optional<Template> patch = source.child("patch").map(this::operations);
        return board.isPresent() && worker.isPresent() && patch.isPresent()
                ? Optional.of(new SourceSpec.Patch(board.get(), worker.get(), patch.get()))
                : Optional.empty();
    }

    private Optional<SourceSpec.Addressee> addressee(JsonPlace correlate) {
        if (!correlate.has("index") && !correlate.has("value")) {
            values.refuseUnknown(correlate, Set.of("board", "index", "value"));
            return required(correlate, "board", "an expression for the board's id (or index, and value)")
                    .map(board -> new SourceSpec.ById(template(board)));
        }
        values.refuseUnknown(correlate, Set.of("index", "value"));
        Optional<String> index = required(correlate, "index", "the name of an index of blueprints")
                .flatMap(values::text);
        Optional<Template> value = required(correlate, "value", "an expression for the value that the board has there")
                .map(this::template);
        return index.flatMap(name -> value.map(wanted -> new SourceSpec.ByIndex(name, wanted)));
    }

    private Template operations(JsonPlace patch) {
        if (!(patch.value() instanceof JsonArray) || patch.items().isEmpty()) {
            values.problem(patch.at(), "a list of operations of JSON Patch", "got " + Values.found(patch.value()));
        }
        return new Template.Items(patch.items().stream().map(this::operation).toList());
    }

    /** A path that begins with a slash stands for itself, as no expression does. */
    private Template operation(JsonPlace place) {
        JsonPlace operation = values.object(place);
        values.refuseUnknown(operation, Set.of("op", "path", "from", "value"));
        Map<String, Template> members = new LinkedHashMap<>();
        required(operation, "op", "an operation of JSON Patch")
                .flatMap(op -> values.word(op, OPERATIONS))
                .ifPresent(op -> members.put("op", new Template.Constant(Json.of(op))));
        required(operation, "path", "a JSON Pointer, or an expression for one");
        for (String name : List.of("path", "from")) {
            operation.child(name).ifPresent(path -> members.put(name, path(path)));
        }
        operation.child("value").ifPresent(value -> members.put("value", template(value)));
        return new Template.Members(members);
    }

    private Template path(JsonPlace place) {
        return place.text()
                        .filter(text -> text.isEmpty() || text.startsWith("/"))
                        .isPresent()
                ? new Template.Constant(place.value())
                : Template.compile(
                        place.value(),
                        place.at(),
                        variables,
                        (at, message) ->
                                wrong(at, message + " A JSON Pointer begins with a slash, as \"/payments/-\"."));
    }

    private Template template(JsonPlace place) {
        return Template.compile(place.value(), place.at(), variables, this::wrong);
    }

    Optional<Template.Computed> condition(JsonPlace place) {
        return values.text(place).flatMap(text -> {
            try {
                return Optional.of(new Template.Computed(CelExpression.compileCondition(text, variables), place.at()));
            } catch (CelCompileException e) {
                wrong(place.at(), e.getMessage());
                return Optional.empty();
            }
        });
    }

    private Optional<JsonPlace> required(JsonPlace parent, String name, String what) {
        if (parent.child(name).isEmpty()) {
            values.problem(parent.at().child(name), what, "got none");
        }
        return parent.child(name);
    }

    private void wrong(JsonPointer at, String message) {
        values.complain(at, message);
    }
}
