package io.patchboard.standalone.check;

import io.patchboard.json.JsonObject;

/**
 * What one check came to.
 *
 * @param check its name, the same in every run
 * @param text what was found; where it is not well, what was expected and how to mend it
 */
public record Finding(Level level, String check, String text) {

    /** How bad it is. */
    public enum Level {
        pass,
        warn,
        fail
    }

    public static Finding pass(String check, String text) {
        return new Finding(Level.pass, check, text);
    }

    public static Finding warn(String check, String text) {
        return new Finding(Level.warn, check, text);
    }

    public static Finding fail(String check, String text) {
        return new Finding(Level.fail, check, text);
    }

    public JsonObject json() {
        return JsonObject.builder()
                .put("check", check)
                .put("result", level.name())
                .put("text", text)
                .build();
    }
}
