package io.patchboard.faults.inject;

import com.fasterxml.jackson.databind.JsonNode;
import io.patchboard.faults.dice.Dice;
import io.patchboard.faults.tree.Pointers;
import io.patchboard.faults.world.Fact;
import io.patchboard.faults.world.Reached;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Claims with a real quote of their source that does not say what they claim. Some can be told by looking at the words
 * (the value or the subject does not occur in the quote), and a blueprint can check those; others use the words of the
 * quote, and only who understands it can tell.
 */
final class IrrelevantQuotes {

    private IrrelevantQuotes() {}

    static Map<String, Fact> of(Fact truth, Reached at, Dice dice) {
        Map<String, Fact> lies = new LinkedHashMap<>();
        List<Fact> others = at.situation().facts().stream()
                .filter(fact -> !fact.value().equals(truth.value()))
                .toList();
        Fact other = dice.pick(others);
        List<String> words = words(truth);
        lies.put("value of another fact", truth.withValue(other.value()));
        lies.put("value made up", truth.withValue("none of " + dice.between(2, 99)));
        lies.put("subject of another fact", truth.withSubject(other.subject()));
        lies.put("another sentence of the source", truth.withQuote(anotherSentence(truth, at, dice)));
        lies.put("another property", truth.withProperty(dice.pick(properties(at))));
        lies.put("a word of the quote as value", truth.withValue(dice.pick(words)));
        lies.put("value without its beginning", truth.withValue(truth.value().substring(dice.pickOf(1, 2))));
        lies.put("subject and value exchanged", truth.withSubject(truth.value()).withValue(truth.subject()));
        return lies;
    }

    /** Words that are no part of what the quote truly says of this property. */
    private static List<String> words(Fact truth) {
        return List.of(truth.quote().split("[ ,.()]+")).stream()
                .filter(word -> word.length() > 2
                        && !truth.value().contains(word)
                        && !truth.also().contains(word))
                .toList();
    }

    private static String anotherSentence(Fact truth, Reached at, Dice dice) {
        String text = at.world().claims().text(at.state(), truth.source()).orElse("");
        List<String> sentences = List.of(text.split("(?<=\\.) ")).stream()
                .filter(sentence -> sentence.length() >= 10 && !sentence.equals(truth.quote()))
                .toList();
        return sentences.isEmpty() ? truth.quote() : dice.pick(sentences);
    }

    /** The properties that the schema's claims may have. */
    private static List<String> properties(Reached at) {
        JsonNode definitions = at.world().blueprint().at("/state/schema/$defs");
        List<String> names = new ArrayList<>();
        Pointers.all(definitions).stream()
                .filter(place -> place.size() == 4
                        && place.get(2).equals("property")
                        && place.get(3).equals("enum"))
                .forEach(place -> Pointers.at(definitions, place).forEach(name -> names.add(name.textValue())));
        return names;
    }
}
