package io.patchboard.experiments.household;

/** What is done to a thing before it is where it belongs. */
public enum Treatment {
    NONE("", ""),
    CLEAN("clean", "sinkbasin"),
    HEAT("heat", "microwave"),
    COOL("cool", "fridge"),
    LIGHT("use", "desklamp");

    private final String verb;
    private final String tool;

    Treatment(String verb, String tool) {
        this.verb = verb;
        this.tool = tool;
    }

    /** By the verb, or by the adjective that tells that it was done. */
    static Treatment of(String word) {
        return switch (word) {
            case "clean" -> CLEAN;
            case "heat", "hot" -> HEAT;
            case "cool" -> COOL;
            case "use" -> LIGHT;
            default -> NONE;
        };
    }

    /** How a command begins that does it; empty for nothing. */
    public String verb() {
        return verb;
    }

    /** Kind of what it is done with. */
    String tool() {
        return tool;
    }
}
