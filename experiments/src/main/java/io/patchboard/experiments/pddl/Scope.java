package io.patchboard.experiments.pddl;

import io.patchboard.experiments.pddl.Expression.Group;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads conditions, and knows which variable has which number. */
final class Scope {

    private final Symbols symbols;
    private final Map<String, Integer> visible = new HashMap<>();
    private int variables;

    Scope(Symbols symbols) {
        this.symbols = symbols;
    }

    /** How many there are, those of quantifiers included. */
    int variables() {
        return variables;
    }

    int declare(String name) {
        visible.put(name, variables);
        return variables++;
    }

    int argument(Expression expression) {
        String name = Expression.name(expression);
        if (!name.startsWith("?")) {
            return -1 - symbols.number(name);
        }
        Integer variable = visible.get(name);
        if (variable == null) {
            throw new PddlException("Expected a variable that is declared, but got " + name + ".");
        }
        return variable;
    }

    Condition.Holds holds(Group group) {
        return new Condition.Holds(
                symbols.number(group.head()),
                group.tail().stream().map(this::argument).toList());
    }

    Condition condition(Expression expression) {
        Group group = Expression.group(expression);
        return switch (group.head()) {
            case "", "and" -> new Condition.All(all(group));
            case "or" -> new Condition.Any(all(group));
            case "not" -> new Condition.Not(condition(only(group)));
            case "=" ->
                new Condition.Equal(
                        argument(group.parts().get(1)), argument(group.parts().get(2)));
            case "exists" -> exists(group);
            case "forall", "imply", "when" ->
                throw new PddlException("Expected and, or, not, =, exists or a fact, but got " + group.head() + ".");
            default -> holds(group);
        };
    }

    private List<Condition> all(Group group) {
        return (group.head().isEmpty() ? group.parts() : group.tail())
                .stream().map(this::condition).toList();
    }

    private static Expression only(Group group) {
        if (group.parts().size() != 2) {
            throw new PddlException("Expected one condition in (" + group.head() + " ...).");
        }
        return group.parts().get(1);
    }

    /** Names of inside hide those of outside. */
    private Condition exists(Group group) {
        Map<String, Integer> outside = new HashMap<>(visible);
        List<Condition> conditions = new ArrayList<>();
        for (Expression.Typed typed :
                Expression.typed(Expression.group(group.parts().get(1)).parts())) {
            conditions.add(new Condition.Typed(declare(typed.name()), symbols.number(typed.type())));
        }
        conditions.add(0, condition(group.parts().get(2)));
        visible.clear();
        visible.putAll(outside);
        return new Condition.Exists(new Condition.All(conditions));
    }
}
