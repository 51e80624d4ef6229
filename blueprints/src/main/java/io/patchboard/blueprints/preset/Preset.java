package io.patchboard.blueprints.preset;

import io.patchboard.text.Resources;
import java.util.List;

/** A ready-made team: its files are resources that are written out as they stand, so that they can be edited. */
public enum Preset {
    GENERATOR_JUDGE("generator-judge"),
    CRITICS("critics"),
    DEBATE("debate"),
    CHAIN("chain"),
    PARALLEL("parallel"),
    ORCHESTRATOR("orchestrator"),
    LOOP("loop");

    private final String id;

    Preset(String id) {
        this.id = id;
    }

    /** The name that it is asked for by. */
    public String id() {
        return id;
    }

    /** The roles of its blueprint. */
    public List<String> workers() {
        return switch (this) {
            case GENERATOR_JUDGE -> List.of("generator", "judge");
            case CRITICS -> List.of("correctness", "completeness", "clarity", "synthesiser");
            case DEBATE -> List.of("pro", "contra", "synthesiser");
            case CHAIN -> List.of("reader", "outliner", "writer");
            case PARALLEL -> List.of("mapper", "aggregator");
            case ORCHESTRATOR -> List.of("orchestrator", "worker1", "worker2", "worker3", "synthesiser");
            case LOOP -> List.of("planner", "maker", "checker", "judge");
        };
    }

    /** YAML of the blueprint. */
    public String blueprint() {
        return resource("blueprint.yaml");
    }

    /** A Python program that stands in for every worker of the blueprint. */
    public String demo() {
        return resource("demo.py");
    }

    /** YAML of a scenario, for whoever changes the blueprint to see whether it still does what it promises. */
    public String scenario() {
        return resource("completes.scenario.yaml");
    }

    private String resource(String file) {
        return Resources.text(Preset.class, id + "/" + file);
    }
}
