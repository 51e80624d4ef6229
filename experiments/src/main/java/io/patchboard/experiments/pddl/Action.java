package io.patchboard.experiments.pddl;

import io.patchboard.experiments.pddl.Expression.Group;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What can be done in a world.
 *
 * @param parameters their names, without the question mark; the first variables have these numbers
 * @param condition with the parameters' types
 * @param variables how many there are, those of quantifiers included
 */
public record Action(String name, List<String> parameters, Condition condition, List<Effect> effects, int variables) {

    /** Whether there can be a way to do it that is {@link #isIdle idle}. */
    boolean mayBeIdle() {
        Set<Integer> wanted = wanted().map(Condition.Holds::predicate).collect(Collectors.toSet());
        return begun().findAny().isPresent()
                && begun().map(Condition.Holds::predicate).allMatch(wanted::contains)
                && effects.stream().allMatch(effect -> effect.when().isEmpty());
    }

    /** Whether all that it brings about are facts that it asks for, and it ends no others. */
    boolean isIdle(int[] binding) {
        Set<List<Integer>> begins =
                begun().map(fact -> Matcher.fact(fact, binding)).collect(Collectors.toSet());
        Set<List<Integer>> wants =
                wanted().map(fact -> Matcher.fact(fact, binding)).collect(Collectors.toSet());
        return wants.containsAll(begins)
                && effects.stream()
                        .filter(effect -> !effect.holds())
                        .allMatch(effect -> begins.contains(Matcher.fact(effect.fact(), binding)));
    }

    private Stream<Condition.Holds> begun() {
        return effects.stream().filter(Effect::holds).map(Effect::fact);
    }

    private Stream<Condition.Holds> wanted() {
        return facts(condition);
    }

    private static Stream<Condition.Holds> facts(Condition condition) {
        return switch (condition) {
            case Condition.Holds holds -> Stream.of(holds);
            case Condition.All all -> all.conditions().stream().flatMap(Action::facts);
            default -> Stream.empty();
        };
    }

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
