package io.patchboard.experiments.alfworld;

import io.patchboard.experiments.pddl.World;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.record.Fields;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The words of the games, as their grammar (alfred.twl2) has them: how an action is asked for, and what is said after
 * it.
 */
final class Grammar {

    private static final Pattern ACTION = Pattern.compile(
            "(?s)action\\s+(\\w+)\\s*\\{\\s*template\\s*::\\s*\"([^\"]*)\";\\s*feedback\\s*::\\s*\"([^\"]*)\";");
    private static final Pattern RULES = Pattern.compile("(?s)grammar\\s*::\\s*\"\"\"(.*?)\"\"\";");

    /**
     * What may be said of a symbol.
     *
     * @param question said only where it has an answer
     */
    private record Rule(Optional<World.Question> question, List<Phrase> sentence) {}

    /**
     * An action's words.
     *
     * @param template how a player asks for it, with the action's parameters in braces
     */
    record Words(String template, List<Phrase> feedback) {}

    private final World world;
    private final Names names;
    private final Map<String, List<Rule>> rules = new HashMap<>();
    private final Map<String, Words> actions = new HashMap<>();

    /** @param task the sentence that says what is to be done */
    Grammar(String text, String task, World world, Names names) {
        this.world = world;
        this.names = names;
        Matcher grammars = RULES.matcher(text);
        while (grammars.find()) {
            read((JsonObject) JsonReader.parse(grammars.group(1)));
        }
        rules.put("task", List.of(new Rule(Optional.empty(), List.of(new Phrase.Text("Your task is to: " + task)))));
        Matcher each = ACTION.matcher(text);
        while (each.find()) {
            actions.put(
                    each.group(1).toLowerCase(Locale.ROOT),
                    new Words(each.group(2), Phrase.sentence(each.group(3), world)));
        }
    }

    private void read(JsonObject grammar) {
        grammar.members().forEach((symbol, alternatives) -> {
            List<Rule> all = new ArrayList<>();
            for (Json alternative : (JsonArray) alternatives) {
                Fields fields = new Fields((JsonObject) alternative);
                Optional<String> condition = fields.optionalString("condition");
                all.add(new Rule(
                        condition.map(text -> Phrase.question(text, world)),
                        // One that nothing refers to has a brace too many.
                        symbol.equals("overview(o, r)") ? List.of() : Phrase.sentence(fields.string("rhs"), world)));
            }
            rules.put(symbol, all);
        });
    }

    /** Those of an action of the domain; empty for one that players cannot ask for. */
    Optional<Words> words(String action) {
        return Optional.ofNullable(actions.get(action));
    }

    /** @param objects by the variables that the phrases name */
    String say(List<Phrase> sentence, Map<String, String> objects) {
        StringBuilder said = new StringBuilder();
        sentence.forEach(phrase -> said.append(
                switch (phrase) {
                    case Phrase.Text text -> text.text();
                    case Phrase.Name name ->
                        name.indefinite() ? "a" : names.name(objects.getOrDefault(name.variable(), name.variable()));
                    case Phrase.Symbol symbol -> symbol(symbol.name(), objects);
                    case Phrase.Each each -> list(each, objects);
                }));
        return said.toString();
    }

    /** The first of a symbol's rules that fits. */
    String symbol(String name, Map<String, String> objects) {
        for (Rule rule : rules.getOrDefault(name, List.of())) {
            if (rule.question().isEmpty() || world.isSo(rule.question().get(), objects)) {
                return say(rule.sentence(), objects);
            }
        }
        throw new IllegalArgumentException("Expected something to be said of " + name + " in the grammar.");
    }

    private String list(Phrase.Each each, Map<String, String> objects) {
        List<Map<String, String>> answers = world.ask(each.question(), objects);
        Map<String, String> items = new TreeMap<>();
        answers.forEach(
                answer -> items.computeIfAbsent(answer.get(each.variable()), id -> say(each.sentence(), answer)));
        List<String> said = List.copyOf(items.values());
        return switch (said.size()) {
            case 0 -> symbol("list_empty", objects);
            case 1 -> said.getFirst();
            default ->
                String.join(symbol("list_separator", objects), said.subList(0, said.size() - 1))
                        + symbol("list_last_separator", objects)
                        + said.getLast();
        };
    }
}
