package io.patchboard.blueprints.lint;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import io.patchboard.kernel.blueprint.Problems;
import io.patchboard.text.Spelling;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds references of the initial state to a part of the input that the input's schema does not name. */
final class InputReferences {

    private static final String REFERENCE = "$input";

    /** As other languages name a part of the input. */
    private static final String AS_TEXT = "\\$\\{?input[./](\\w[\\w./-]*)}?";

    /** Names that those which are none are compared with. */
    private static final long MOST_COMPARED = 100_000;

    private final Set<String> named;
    private final Problems warnings;
    private long compared;

    private InputReferences(Set<String> named, Problems warnings) {
        this.named = named;
        this.warnings = warnings;
    }

    static void check(JsonPlace root, Problems warnings) {
        Optional<JsonObject> properties = root.child("input")
                .flatMap(input -> input.child("properties"))
                .flatMap(known -> known.value() instanceof JsonObject object ? Optional.of(object) : Optional.empty());
        InputReferences references =
                new InputReferences(properties.map(JsonObject::names).orElse(Set.of()), warnings);
        root.child("state")
                .flatMap(state -> state.child("initial"))
                .ifPresent(initial -> references.check(initial.value(), initial.at()));
    }

    private void check(Json part, JsonPointer at) {
        if (part instanceof JsonObject object) {
            if (object.size() == 1) {
                reference(object, at);
            }
            object.members().forEach((name, value) -> check(value, at.child(name)));
        } else if (part instanceof JsonArray array) {
            for (int i = 0; i < array.size(); i++) {
                check(array.get(i), at.child(i));
            }
        } else if (part instanceof JsonString text && text.value().matches(AS_TEXT)) {
            String pointer = "/" + text.value().replaceFirst(AS_TEXT, "$1").replace('.', '/');
            warnings.add(
                    at,
                    "Expected {" + REFERENCE + ": POINTER} for a part of the input, but " + part
                            + " is a text like any other. Did you mean {" + REFERENCE + ": " + pointer + "}?");
        }
    }

    private void reference(JsonObject object, JsonPointer at) {
        String name = object.names().iterator().next();
        if (!(object.get(name).orElseThrow() instanceof JsonString pointer)) {
            return;
        }
        if (name.equals(REFERENCE)) {
            first(pointer.value())
                    .filter(part -> !named.isEmpty() && !named.contains(part))
                    .ifPresent(part -> warnings.add(
                            at.child(name),
                            "Expected a part of the input that its schema names, but " + pointer.value()
                                    + " is none: a board without it is refused."
                                    + meant(part)
                                            .map(meant -> " Did you mean \"/" + meant + "\"?")
                                            .orElse("")));
        } else if (name.startsWith("$")
                && Spelling.nearest(name, List.of(REFERENCE)).isPresent()) {
            warnings.add(
                    at.child(name),
                    "Expected {" + REFERENCE + ": POINTER} for a part of the input, but " + name
                            + " is a name like any other. Did you mean \"" + REFERENCE + "\"?");
        }
    }

    private Optional<String> meant(String part) {
        compared += named.size();
        return compared > MOST_COMPARED
                ? Optional.empty()
                : Spelling.nearest(part, named.stream().sorted().toList());
    }

    /** The member of the input; absent for the whole, and for what is no pointer. */
    private static Optional<String> first(String pointer) {
        try {
            return JsonPointer.parse(pointer).tokens().stream().findFirst();
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // reported already
        }
    }
}
