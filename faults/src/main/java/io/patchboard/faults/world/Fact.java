package io.patchboard.faults.world;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.patchboard.faults.tree.Trees;
import java.util.ArrayList;
import java.util.List;

/**
 * Something that a source says: a claim with its words.
 *
 * @param quote the sentence of the source
 * @param extra further members that a claim has in this world
 * @param also words of the quote that would be a true value as well
 */
public record Fact(
        String source, String subject, String property, String value, String quote, JsonNode extra, List<String> also) {

    static Fact of(JsonNode node) {
        return new Fact(
                node.get("source").textValue(),
                node.get("subject").textValue(),
                node.get("property").textValue(),
                node.get("value").textValue(),
                node.get("quote").textValue(),
                node.has("extra") ? node.get("extra") : Trees.object(),
                also(node));
    }

    private static List<String> also(JsonNode node) {
        List<String> words = new ArrayList<>();
        node.path("also").forEach(word -> words.add(word.textValue()));
        return List.copyOf(words);
    }

    public Fact withSource(String other) {
        return new Fact(other, subject, property, value, quote, extra, also);
    }

    public Fact withSubject(String other) {
        return new Fact(source, other, property, value, quote, extra, also);
    }

    public Fact withProperty(String other) {
        return new Fact(source, subject, other, value, quote, extra, also);
    }

    public Fact withValue(String other) {
        return new Fact(source, subject, property, other, quote, extra, also);
    }

    public Fact withQuote(String other) {
        return new Fact(source, subject, property, value, other, extra, also);
    }

    ObjectNode toClaim() {
        ObjectNode claim = Trees.object()
                .put("subject", subject)
                .put("property", property)
                .put("value", value)
                .put("source", source)
                .put("quote", quote);
        extra.properties().forEach(member -> claim.set(member.getKey(), member.getValue()));
        return claim;
    }
}
