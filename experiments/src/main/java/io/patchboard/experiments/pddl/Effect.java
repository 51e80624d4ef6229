package io.patchboard.experiments.pddl;

import io.patchboard.experiments.pddl.Expression.Group;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A fact that an action brings about or ends.
 *
 * @param when it does so; always where absent
 */
record Effect(Condition.Holds fact, boolean holds, Optional<Condition> when) {

    static List<Effect> read(Expression expression, Scope scope) {
        return effects(expression, scope, Optional.empty()).toList();
    }

    private static Stream<Effect> effects(Expression expression, Scope scope, Optional<Condition> when) {
        Group group = Expression.group(expression);
        return switch (group.head()) {
            case "and" -> group.tail().stream().flatMap(part -> effects(part, scope, when));
            case "increase", "" -> Stream.empty();
            case "not" ->
                Stream.of(new Effect(scope.holds(Expression.group(group.parts().get(1))), false, when));
            case "when" ->
                effects(
                        group.parts().get(2),
                        scope,
                        Optional.of(scope.condition(group.parts().get(1))));
            case "forall" -> throw new PddlException("Expected and, not, when or a fact, but got forall.");
            default -> Stream.of(new Effect(scope.holds(group), true, when));
        };
    }
}
