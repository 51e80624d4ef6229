package io.patchboard.kernel.schema.keyword;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Collects what is wrong with a value that is known to be wrong. */
public final class Report {

    /** The steps that a finding takes, with what is done to put it into its place among the others. */
    private static final long FINDING = 100;

    private final Evaluation evaluation;
    private final List<Finding> findings = new ArrayList<>();

    public Report(Evaluation evaluation) {
        this.evaluation = evaluation;
    }

    /** In no particular order; the same violation may come twice if the schema says the same twice. */
    public List<Finding> findings() {
        return findings;
    }

    Evaluation evaluation() {
        return evaluation;
    }

    void add(Keyword keyword, Json value, JsonPointer at) {
        add(keyword.name(), keyword, value, at, Optional.empty(), Optional.empty());
    }

    void addMember(String name, Keyword keyword, Json value, JsonPointer at, String property) {
        add(name, keyword, value, at, Optional.of(property), Optional.empty());
    }

    void addItem(String name, Keyword keyword, Json value, JsonPointer at, int index) {
        add(name, keyword, value, at, Optional.empty(), Optional.of(index));
    }

    void addAs(String name, Keyword keyword, Json value, JsonPointer at) {
        add(name, keyword, value, at, Optional.empty(), Optional.empty());
    }

    /** Of a choice that refuses the value. */
    void addChoice(Keyword keyword, Json value, JsonPointer at, Subschema[] parts) {
        Optional<Finding> nearest = Nearest.of(parts, value, at, evaluation);
        evaluation.charge(FINDING);
        findings.add(new Finding(
                keyword.name(),
                keyword.limit(keyword.name()),
                keyword.source().place(),
                at,
                value,
                Optional.empty(),
                Optional.empty(),
                nearest));
    }

    private void add(
            String name,
            Keyword keyword,
            Json value,
            JsonPointer at,
            Optional<String> property,
            Optional<Integer> index) {
        evaluation.charge(FINDING);
        findings.add(new Finding(
                name, keyword.limit(name), keyword.source().place(), at, value, property, index, Optional.empty()));
    }
}
