package io.patchboard.experiments.pddl;

import io.patchboard.experiments.pddl.Expression.Group;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A problem of a domain, being played: what there is, what holds, what can be done, and whether the goal is reached.
 * Not for several threads.
 */
public final class World {

    private final Symbols symbols = new Symbols();
    private final Map<Integer, List<Integer>> objects = new HashMap<>();
    private final Map<Integer, Integer> types = new HashMap<>();
    private final Facts facts = new Facts();
    private final Matcher matcher = new Matcher(facts, objects, types);
    private final List<Action> actions;
    private final Set<String> mayBeIdle;
    private final Condition goal;
    private final int goalVariables;

    /**
     * @param domain what can be done, in PDDL
     * @param problem what there is and what is wanted, in PDDL
     * @throws PddlException if one is not
     */
    public World(String domain, String problem) {
        Group known = Expression.parse(domain);
        refuseWhatIsNotRead(known);
        actions = known.groups(":action")
                .map(action -> Action.read(action, symbols))
                .toList();
        mayBeIdle = actions.stream().filter(Action::mayBeIdle).map(Action::name).collect(Collectors.toSet());
        Group told = Expression.parse(problem);
        for (Expression.Typed object : Expression.typed(told.group(":objects").tail())) {
            int number = symbols.number(object.name());
            int type = symbols.number(object.type());
            if (types.putIfAbsent(number, type) == null) {
                objects.computeIfAbsent(type, none -> new ArrayList<>()).add(number);
            }
        }
        Scope scope = new Scope(symbols);
        for (Expression fact : told.group(":init").tail()) {
            Group group = Expression.group(fact);
            if (!group.head().equals("=")) { // a distance or a cost
                facts.add(Matcher.fact(scope.holds(group), new int[0]));
            }
        }
        goal = scope.condition(told.group(":goal").parts().get(1));
        goalVariables = scope.variables();
    }

    /** They would be read over, and then there would be no way to do what is meant. */
    private static void refuseWhatIsNotRead(Group domain) {
        boolean subtypes = domain.groups(":types")
                .flatMap(types -> Expression.typed(types.tail()).stream())
                .anyMatch(typed -> !typed.type().equals("object"));
        if (subtypes || domain.groups(":constants").findAny().isPresent()) {
            throw new PddlException("Expected a domain whose types are of no other types, and without constants.");
        }
    }

    public List<Action> actions() {
        return actions;
    }

    /** Names of the objects of a type, in the order of the problem. */
    public List<String> objects(String type) {
        return objects.getOrDefault(symbols.number(type), List.of()).stream()
                .map(symbols::name)
                .toList();
    }

    public boolean isReached() {
        return matcher.holds(goal, free(goalVariables));
    }

    /**
     * A way to do something now.
     *
     * @param objects names, in the order of the action's parameters
     */
    public record Move(Action action, List<String> objects) {}

    /**
     * All ways to do it now that there are. What brings about nothing but what it asks for is no way, as for the
     * planner of the original: nobody walks to where he is.
     *
     * @param given objects for some of the parameters
     */
    public List<Move> moves(Action action, Map<String, String> given) {
        List<Move> moves = new ArrayList<>();
        find(action, given, binding -> {
            moves.add(move(action, binding));
            return true;
        });
        return moves;
    }

    /** As {@link #moves}, any one of them. */
    public Optional<Move> move(Action action, Map<String, String> given) {
        List<Move> first = new ArrayList<>();
        find(action, given, binding -> {
            first.add(move(action, binding));
            return false;
        });
        return first.stream().findFirst();
    }

    private void find(Action action, Map<String, String> given, Matcher.Found found) {
        int[] binding = free(action.variables());
        given.forEach((name, object) -> binding[action.parameter(name)] = symbols.number(object));
        matcher.find(
                action.condition(),
                binding,
                mayBeIdle.contains(action.name()) ? way -> action.isIdle(way) || found.accept(way) : found);
    }

    private Move move(Action action, int[] binding) {
        return new Move(
                action,
                Arrays.stream(binding, 0, action.parameters().size())
                        .mapToObj(symbols::name)
                        .toList());
    }

    /** Does it: what it ends ends before what it brings about begins. */
    public void play(Move move) {
        int[] binding = free(move.action().variables());
        for (int i = 0; i < move.objects().size(); i++) {
            binding[i] = symbols.number(move.objects().get(i));
        }
        List<Effect> effects = move.action().effects().stream()
                .filter(effect ->
                        effect.when().map(when -> matcher.holds(when, binding)).orElse(true))
                .toList();
        effects.stream()
                .filter(effect -> !effect.holds())
                .forEach(effect -> facts.remove(Matcher.fact(effect.fact(), binding)));
        effects.stream().filter(Effect::holds).forEach(effect -> facts.add(Matcher.fact(effect.fact(), binding)));
    }

    /** A question about the world, whose variables have names; see {@link #ask}. */
    public record Question(Condition condition, List<String> variables) {}

    /**
     * @param conditions each a predicate with names and types of its variables, as {@code holds(a - agent, o - object)}
     *     is written in PDDL: {@code (holds ?a ?o)}; negated where {@code positive} is false
     */
    public Question question(List<Asked> conditions) {
        Scope scope = new Scope(symbols);
        List<String> variables = new ArrayList<>();
        List<Condition> all = new ArrayList<>();
        for (Asked asked : conditions) {
            List<Integer> arguments = new ArrayList<>();
            for (Map.Entry<String, String> variable : asked.variables().entrySet()) {
                int at = variables.indexOf(variable.getKey());
                if (at < 0) {
                    at = scope.declare("?" + variable.getKey());
                    variables.add(variable.getKey());
                    all.add(new Condition.Typed(at, symbols.number(variable.getValue())));
                }
                arguments.add(at);
            }
            Condition holds = new Condition.Holds(symbols.number(asked.predicate()), arguments);
            all.add(asked.positive() ? holds : new Condition.Not(holds));
        }
        return new Question(new Condition.All(all), variables);
    }

    /**
     * A part of a question.
     *
     * @param variables with their types, in the order of the predicate's arguments
     */
    public record Asked(String predicate, Map<String, String> variables, boolean positive) {}

    /**
     * Objects for all of a question's variables, way by way.
     *
     * @param given objects that some of them have; others are passed over
     */
    public List<Map<String, String>> ask(Question question, Map<String, String> given) {
        List<Map<String, String>> answers = new ArrayList<>();
        List<String> variables = question.variables();
        matcher.find(question.condition(), binding(question, given), found -> {
            Map<String, String> answer = new HashMap<>(given);
            for (int i = 0; i < found.length; i++) {
                answer.put(variables.get(i), symbols.name(found[i]));
            }
            return answers.add(answer);
        });
        return answers;
    }

    /** Whether a question has an answer. */
    public boolean isSo(Question question, Map<String, String> given) {
        return matcher.holds(question.condition(), binding(question, given));
    }

    private int[] binding(Question question, Map<String, String> given) {
        int[] binding = free(question.variables().size());
        for (int i = 0; i < binding.length; i++) {
            String object = given.get(question.variables().get(i));
            if (object != null) {
                binding[i] = symbols.number(object);
            }
        }
        return binding;
    }

    private static int[] free(int variables) {
        int[] binding = new int[variables];
        Arrays.fill(binding, Matcher.FREE);
        return binding;
    }
}
