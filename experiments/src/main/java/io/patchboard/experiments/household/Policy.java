package io.patchboard.experiments.household;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Which command comes next, from what is known. It looks for the thing where it has not been yet, in the open before
 * behind doors, treats it, and puts it where it belongs. It has no knowledge of any game.
 */
final class Policy {

    private static final Pattern RECEPTACLE = Pattern.compile("you see (.*)");
    private static final Pattern NAME = Pattern.compile("an? (\\w+ \\d+)");
    private static final Set<String> BEHIND_DOORS = Set.of("cabinet", "drawer", "fridge", "microwave", "safe");
    private static final String LOOK = "look";
    private static final String GO = "go to ";

    private final Sight sight;
    private final Plan plan;
    private final Goal goal;

    private Policy(Sight sight, Plan plan) {
        this.sight = sight;
        this.plan = plan;
        this.goal = plan.goal();
    }

    static String next(Sight sight, Plan plan) {
        Policy policy = new Policy(sight, plan);
        return switch (plan.subgoal()) {
            case Plan.TREAT -> policy.treat();
            case Plan.PLACE -> policy.place();
            default -> policy.find();
        };
    }

    private String find() {
        return take().or(this::open).or(this::whereItWasSeen).orElseGet(this::elsewhere);
    }

    /** What lies where it belongs is left there, if nothing has to be done to it. */
    private Optional<String> take() {
        return admissible("take " + goal.object() + " ")
                .filter(command -> goal.treatment() != Treatment.NONE
                        || !kind(last(command, " from ")).equals(goal.place()))
                .findFirst();
    }

    private Optional<String> open() {
        Set<String> opened = done("open ");
        return here().flatMap(at -> admissible("open " + at).findFirst())
                .filter(command -> !opened.contains(command.substring("open ".length())));
    }

    private Optional<String> whereItWasSeen() {
        return receptaclesWith(goal.object())
                .filter(place ->
                        goal.treatment() != Treatment.NONE || !kind(place).equals(goal.place()))
                .map(place -> GO + place);
    }

    private String treat() {
        if (goal.treatment() == Treatment.LIGHT) {
            return admissible("use " + goal.place())
                    .findFirst()
                    .or(() -> receptaclesWith(goal.place()).map(place -> GO + place))
                    .or(this::open)
                    .orElseGet(this::elsewhere);
        }
        return admissible(goal.treatment().verb() + " " + plan.carrying() + " ")
                .findFirst()
                .orElseGet(() -> to(goal.treatment().tool()));
    }

    private String place() {
        return admissible("move " + plan.carrying() + " to " + goal.place() + " ")
                .findFirst()
                .or(() -> here().filter(at -> kind(at).equals(goal.place())).flatMap(at -> open()))
                .orElseGet(() -> to(goal.place()));
    }

    /** To one of a kind, where it has not been first. */
    private String to(String kind) {
        List<String> all =
                receptacles().stream().filter(name -> kind(name).equals(kind)).toList();
        Set<String> been = done(GO);
        return all.stream()
                .filter(name -> !been.contains(name))
                .findFirst()
                .or(() -> all.stream()
                        .filter(name -> here().filter(name::equals).isEmpty())
                        .findFirst())
                .map(name -> GO + name)
                .orElseGet(this::elsewhere);
    }

    private String elsewhere() {
        Set<String> been = done(GO);
        return receptacles().stream()
                .filter(name -> !been.contains(name))
                .min(Comparator.comparing(name -> BEHIND_DOORS.contains(kind(name))))
                .map(name -> GO + name)
                .orElse(LOOK);
    }

    private Stream<String> admissible(String beginning) {
        return sight.admissible().stream().filter(command -> command.startsWith(beginning));
    }

    private Set<String> done(String verb) {
        Set<String> done = new HashSet<>();
        sight.steps().stream()
                .filter(step -> step.command().startsWith(verb) && step.happened())
                .forEach(step -> done.add(step.command().substring(verb.length())));
        return done;
    }

    private Optional<String> here() {
        return sight.steps().reversed().stream()
                .filter(step -> step.command().startsWith(GO) && step.happened())
                .map(step -> step.command().substring(GO.length()))
                .findFirst();
    }

    /** Those that can be walked to; where commands are not shown, those of the first look around. */
    private List<String> receptacles() {
        List<String> reachable =
                admissible(GO).map(command -> command.substring(GO.length())).toList();
        return reachable.isEmpty() && sight.admissible().isEmpty()
                ? sight.steps().stream()
                        .filter(step -> step.command().isEmpty())
                        .flatMap(step -> names(step.text()).stream())
                        .toList()
                : reachable;
    }

    /** The place where a thing of that kind was seen last, unless it is the one that was left there or taken away. */
    private Optional<String> receptaclesWith(String kind) {
        String at = "";
        Optional<String> found = Optional.empty();
        for (Step step : sight.steps()) {
            if (step.command().startsWith(GO)) {
                at = step.command().substring(GO.length());
            }
            boolean looked = step.command().startsWith(GO) || step.command().startsWith("open ");
            if (looked
                    && names(step.text()).stream().anyMatch(name -> kind(name).equals(kind))) {
                found = Optional.of(at);
            } else if (looked && found.filter(at::equals).isPresent()) {
                found = Optional.empty();
            } else if (step.command().startsWith("take " + kind + " ") && goal.count() == 1) {
                found = Optional.empty();
            }
        }
        return found.filter(place -> here().filter(place::equals).isEmpty());
    }

    private static List<String> names(String text) {
        List<String> names = new ArrayList<>();
        Matcher seen = RECEPTACLE.matcher(text);
        if (seen.find()) {
            Matcher name = NAME.matcher(seen.group(1));
            while (name.find()) {
                names.add(name.group(1));
            }
        }
        return names;
    }

    private static String last(String command, String before) {
        return command.substring(command.lastIndexOf(before) + before.length());
    }

    private static String kind(String name) {
        return name.split(" ")[0];
    }
}
