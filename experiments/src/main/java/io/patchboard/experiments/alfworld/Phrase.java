package io.patchboard.experiments.alfworld;

import io.patchboard.experiments.pddl.World;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A piece of a sentence of the grammar. */
sealed interface Phrase {

    Pattern PIECE = Pattern.compile("#([^#]+)#|\\[\\{([^|\\]]+)\\|([^\\]]+)}]|\\{([^}]+)}");
    Pattern ASKED = Pattern.compile("(not_)?(\\w+)\\(([^)]*)\\)");
    Pattern VARIABLE = Pattern.compile("(?:#\\w+\\((\\w+)\\)#|(\\w+)\\.)");

    record Text(String text) implements Phrase {}

    /** What a symbol of the grammar says. */
    record Symbol(String name) implements Phrase {}

    /** An object's name; {@code indefinite} is the article before it. */
    record Name(String variable, boolean indefinite) implements Phrase {}

    /** A sentence for each way in which something holds, in the order of what stands for the variable. */
    record Each(List<Phrase> sentence, String variable, World.Question question) implements Phrase {}

    /** @throws IllegalArgumentException if it is none of this grammar */
    static List<Phrase> sentence(String text, World world) {
        List<Phrase> phrases = new ArrayList<>();
        Matcher piece = PIECE.matcher(text);
        int at = 0;
        while (piece.find()) {
            if (piece.start() > at) {
                phrases.add(new Text(text.substring(at, piece.start())));
            }
            at = piece.end();
            if (piece.group(1) != null) {
                phrases.add(new Symbol(piece.group(1)));
            } else if (piece.group(4) != null) {
                phrases.addAll(expression(piece.group(4).strip()));
            } else {
                String each = piece.group(2).strip();
                phrases.add(new Each(expression(each), variable(each), question(piece.group(3), world)));
            }
        }
        if (at < text.length()) {
            phrases.add(new Text(text.substring(at)));
        }
        return phrases;
    }

    /** Such as {@code o.indefinite + ' ' + o.name}, {@code r.name or r.id}, {@code #overview(r)#}. */
    private static List<Phrase> expression(String text) {
        if (text.startsWith("#")) {
            return List.of(new Symbol(text.replace("#", "")));
        }
        List<Phrase> phrases = new ArrayList<>();
        for (String term : text.split(" or ")[0].split(" \\+ ")) {
            String[] attribute = term.strip().split("\\.");
            if (term.strip().startsWith("'")) {
                phrases.add(new Text(
                        term.strip().replace("'", "").isEmpty()
                                ? " "
                                : term.strip().replace("'", "")));
            } else if (attribute.length == 2 && List.of("name", "indefinite").contains(attribute[1])) {
                phrases.add(new Name(attribute[0], attribute[1].equals("indefinite")));
            } else {
                throw new IllegalArgumentException("Expected a name in the grammar, but got {" + text + "}.");
            }
        }
        return phrases;
    }

    private static String variable(String expression) {
        Matcher matcher = VARIABLE.matcher(expression);
        if (!matcher.find()) {
            throw new IllegalArgumentException("Expected a variable in the grammar, but got {" + expression + "}.");
        }
        return Optional.ofNullable(matcher.group(1)).orElse(matcher.group(2));
    }

    /** Such as {@code openable(r:receptacle) & not_opened(r:receptacle)}. */
    static World.Question question(String text, World world) {
        List<World.Asked> all = new ArrayList<>();
        Matcher asked = ASKED.matcher(text);
        while (asked.find()) {
            Map<String, String> variables = new LinkedHashMap<>();
            for (String variable : asked.group(3).split(",")) {
                String[] typed = variable.strip().split(":");
                variables.put(typed[0], typed[1]);
            }
            all.add(new World.Asked(asked.group(2), variables, asked.group(1) == null));
        }
        return world.question(all);
    }
}
