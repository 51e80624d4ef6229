package io.patchboard.faults.world;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/**
 * A situation that a blueprint is used in.
 *
 * @param facts what its sources really say, as marked by hand: the ground truth about claims
 */
public record Case(JsonNode input, List<Fact> facts) {

    static Case of(JsonNode node) {
        List<Fact> facts = new ArrayList<>();
        node.get("facts").forEach(fact -> facts.add(Fact.of(fact)));
        return new Case(node.get("input"), List.copyOf(facts));
    }

    /**
     * Whether the sources say so: a fact of the same source, subject, property and value, with a quote of the sentence
     * that says it, or more.
     */
    public boolean supports(String source, String subject, String property, String value, String quote) {
        return factsOf(source).stream()
                .anyMatch(fact -> fact.subject().equals(subject)
                        && fact.property().equals(property)
                        && fact.value().equals(value)
                        && quote.contains(value)
                        && (fact.quote().contains(quote) || quote.contains(fact.quote())));
    }

    public List<Fact> factsOf(String source) {
        return facts.stream().filter(fact -> fact.source().equals(source)).toList();
    }

    public List<Fact> factsAbout(String subject) {
        return facts.stream().filter(fact -> fact.subject().equals(subject)).toList();
    }
}
