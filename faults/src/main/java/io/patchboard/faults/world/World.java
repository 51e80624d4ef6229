package io.patchboard.faults.world;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.patchboard.faults.tree.Trees;
import java.util.ArrayList;
import java.util.List;

/** A blueprint, the situations it is used in, and an honest team that works by it. */
public abstract class World {

    private final String name;
    private final JsonNode blueprint;
    private final List<Case> cases;
    private final ClaimPlace claims;
    private final String claimant;

    /** @param claimant the worker who adds claims */
    World(String name, ClaimPlace claims, String claimant) {
        this.name = name;
        this.claims = claims;
        this.claimant = claimant;
        this.blueprint = Trees.resource(World.class, "/io/patchboard/faults/worlds/" + name + "/blueprint.yaml");
        List<Case> found = new ArrayList<>();
        Trees.resource(World.class, "/io/patchboard/faults/worlds/" + name + "/cases.json")
                .forEach(node -> found.add(Case.of(node)));
        this.cases = List.copyOf(found);
    }

    public final String name() {
        return name;
    }

    public final JsonNode blueprint() {
        return blueprint;
    }

    public final List<Case> cases() {
        return cases;
    }

    public final ClaimPlace claims() {
        return claims;
    }

    public final String claimant() {
        return claimant;
    }

    public final List<String> workers() {
        List<String> names = new ArrayList<>();
        blueprint.get("workers").fieldNames().forEachRemaining(names::add);
        return names;
    }

    /** The patch that an honest worker answers with; empty where it has nothing to add. */
    public abstract ArrayNode answer(Turn turn);

    /** The operation that adds a claim where this claimant's claims go. */
    public abstract JsonNode claim(Turn turn, Fact fact);

    @Override
    public final String toString() {
        return name;
    }
}
