package io.patchboard.experiments.pddl;

import io.patchboard.experiments.pddl.Expression.Group;
import java.util.ArrayList;
import java.util.List;

/**
 * What can be done in a world.
 *
 * @param parameters their names, without the question mark; the first variables have these numbers
 * @param condition with the parameters' types
 * @param variables how many there are, those of quantifiers included
 */
public record Action(String name, List<String> parameters, Condition condition, List<Effect> effects, int variables) {

    static Action read(Group group, Symbols symbols) {
        Scope scope = new Scope(symbols);
        List<String> parameters = new ArrayList<>();
        List<Condition> conditions = new ArrayList<>();
        List<Expression> parts = group.parts();
        List<Expression.Typed> declared =
                Expression.typed(Expression.group(after(":parameters", parts)).parts());
        for (Expression.Typed typed : declared) {
            parameters.add(typed.name().substring(1));
            conditions.add(new Condition.Typed(scope.declare(typed.name()), symbols.number(typed.type())));
        }
        conditions.add(0, scope.condition(after(":precondition", parts)));
        List<Effect> effects = Effect.read(after(":effect", parts), scope);
        return new Action(
                Expression.name(parts.get(1)), parameters, new Condition.All(conditions), effects, scope.variables());
    }

    private static Expression after(String key, List<Expression> parts) {
        int at = parts.indexOf(new Expression.Symbol(key));
        if (at < 0 || at + 1 >= parts.size()) {
            throw new PddlException("Expected " + key + " in an action, but found none.");
        }
        return parts.get(at + 1);
    }

    /** The number of a parameter; -1 if it has none of the name. */
    public int parameter(String parameter) {
        return parameters.indexOf(parameter);
    }
}
