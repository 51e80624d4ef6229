package io.patchboard.workflow.argo;

import io.patchboard.json.Json;
import io.patchboard.json.JsonBoolean;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonSyntaxException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Values of parameters that a document says itself. */
final class Constants {

    /** Behind the name of what stands for a parameter in quotes. */
    static final String QUOTED = " in quotes";

    private Constants() {}

    /** CEL for each parameter, and for each in quotes; not for one that refers to something. */
    static Map<String, String> of(JsonPlace given) {
        Map<String, String> constants = new HashMap<>();
        for (JsonPlace parameter : given.items("parameters")) {
            said(parameter).filter(value -> !value.contains("{{")).ifPresent(value -> {
                constants.put(nameOf(parameter), cel(value));
                constants.put(nameOf(parameter) + QUOTED, quoted(value));
            });
        }
        return constants;
    }

    static String nameOf(JsonPlace parameter) {
        return "inputs." + parameter.text("name").orElse("?");
    }

    static Optional<String> said(JsonPlace parameter) {
        return text(parameter.into("value")).or(() -> text(parameter.into("default")));
    }

    /** Numbers and truths stand for their texts. */
    static Optional<String> text(JsonPlace value) {
        return value.value() instanceof JsonNumber || value.value() instanceof JsonBoolean
                ? Optional.of(value.value().toString())
                : value.text();
    }

    /** Texts take the place of their names, so one that reads as a number, list or truth is that. */
    static String cel(String text) {
        try {
            return new JsonReader(JsonLimits.DEFAULT).read(text).toString();
        } catch (JsonSyntaxException e) {
            return quoted(text);
        }
    }

    static String quoted(String text) {
        return Json.of(text).toString();
    }
}
