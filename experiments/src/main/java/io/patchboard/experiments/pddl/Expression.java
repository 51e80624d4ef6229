package io.patchboard.experiments.pddl;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A symbol, or a list of expressions; what PDDL is made of. Letters are small, as PDDL does not tell them apart. */
sealed interface Expression {

    Pattern TOKEN = Pattern.compile(";[^\n]*|([()])|([^\\s();]+)");

    record Symbol(String name) implements Expression {}

    record Group(List<Expression> parts) implements Expression {

        /** The symbol that it begins with; empty if it begins with none. */
        String head() {
            return !parts.isEmpty() && parts.getFirst() instanceof Symbol symbol ? symbol.name() : "";
        }

        List<Expression> tail() {
            return parts.subList(Math.min(1, parts.size()), parts.size());
        }

        /** The groups in it that begin with this symbol. */
        Stream<Group> groups(String head) {
            return parts.stream()
                    .filter(Group.class::isInstance)
                    .map(Group.class::cast)
                    .filter(group -> group.head().equals(head));
        }

        /** @throws PddlException if there is none */
        Group group(String head) {
            return groups(head)
                    .findFirst()
                    .orElseThrow(() -> new PddlException("Expected (" + head + " ...), but found none."));
        }
    }

    /** The one group of a text. */
    static Group parse(String text) {
        Deque<List<Expression>> open = new ArrayDeque<>(List.of(new ArrayList<>()));
        Matcher tokens = TOKEN.matcher(text);
        while (tokens.find()) {
            if (tokens.group(2) != null) {
                open.peek().add(new Symbol(tokens.group(2).toLowerCase(Locale.ROOT)));
            } else if ("(".equals(tokens.group(1))) {
                open.push(new ArrayList<>());
            } else if (")".equals(tokens.group(1))) {
                Group closed = new Group(List.copyOf(open.pop()));
                if (open.isEmpty()) {
                    throw new PddlException("Expected no more ) than (, but found one too many.");
                }
                open.peek().add(closed);
            }
        }
        if (open.size() != 1 || open.peek().size() != 1 || !(open.peek().getFirst() instanceof Group whole)) {
            throw new PddlException("Expected one expression in parentheses, each of them closed.");
        }
        return whole;
    }

    /** @throws PddlException if it is no symbol */
    static String name(Expression expression) {
        if (expression instanceof Symbol symbol) {
            return symbol.name();
        }
        throw new PddlException("Expected a name, but got " + expression + ".");
    }

    /** @throws PddlException if it is no group */
    static Group group(Expression expression) {
        if (expression instanceof Group group) {
            return group;
        }
        throw new PddlException("Expected (...), but got " + expression + ".");
    }

    /** A name and its type. */
    record Typed(String name, String type) {}

    /** Names with their types, as {@code a b - object c - agent}. */
    static List<Typed> typed(List<Expression> parts) {
        List<Typed> all = new ArrayList<>();
        List<String> waiting = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            String name = name(parts.get(i));
            if (name.equals("-") && i + 1 < parts.size()) {
                String type = name(parts.get(++i)).replace(",", "");
                waiting.forEach(each -> all.add(new Typed(each, type)));
                waiting.clear();
            } else {
                waiting.add(name);
            }
        }
        waiting.forEach(each -> all.add(new Typed(each, "object")));
        return all;
    }
}
