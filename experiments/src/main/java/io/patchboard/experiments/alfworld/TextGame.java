package io.patchboard.experiments.alfworld;

import io.patchboard.experiments.pddl.Action;
import io.patchboard.experiments.pddl.World;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** One game, being played. Not for several threads. */
public final class TextGame {

    /** What ALFWorld says to what cannot be done. */
    public static final String NOTHING_HAPPENS = "Nothing happens.";

    private static final Pattern SPACE = Pattern.compile("\\s+");
    private static final Pattern PARAMETER = Pattern.compile("\\[\\{(\\w+)\\.name[^\\]]*]|\\{(\\w+)}");

    /**
     * How to ask for an action.
     *
     * @param beginning before the first parameter
     * @param form with a group for each parameter in it
     */
    private record Verb(
            Action action,
            String beginning,
            Pattern form,
            List<String> parameters,
            String template,
            List<Phrase> feedback) {}

    /**
     * What a player sees of a step.
     *
     * @param done whether the goal is reached, now or before
     * @param happened whether the command was one that could be done
     */
    public record Observation(String text, boolean happened, boolean done) {}

    private final World world;
    private final Names names;
    private final Grammar grammar;
    private final List<Verb> verbs;
    private boolean done;

    TextGame(World world, Names names, Grammar grammar) {
        this.world = world;
        this.names = names;
        this.grammar = grammar;
        this.verbs = world.actions().stream()
                .flatMap(action -> grammar.words(action.name()).map(words -> verb(action, words)).stream())
                .toList();
    }

    /**
     * @param domain alfred.pddl
     * @param grammar alfred.twl2
     * @param problem of this game
     * @param task the sentence that says what is to be done
     */
    public static TextGame of(String domain, String grammar, String problem, String task) {
        World world = new World(domain, problem);
        Names names = new Names(world);
        return new TextGame(world, names, new Grammar(grammar, task, world, names));
    }

    private static Verb verb(Action action, Grammar.Words words) {
        List<String> parameters = new ArrayList<>();
        StringBuilder form = new StringBuilder();
        StringBuilder template = new StringBuilder();
        Matcher parameter = PARAMETER.matcher(words.template());
        int at = 0;
        while (parameter.find()) {
            String name = Optional.ofNullable(parameter.group(1)).orElse(parameter.group(2));
            String before = words.template().substring(at, parameter.start());
            form.append(Pattern.quote(before)).append("(.+)");
            template.append(before).append('{').append(name).append('}');
            parameters.add(name);
            at = parameter.end();
        }
        form.append(Pattern.quote(words.template().substring(at)));
        template.append(words.template().substring(at));
        String beginning = template.toString().split("\\{", 2)[0];
        return new Verb(
                action, beginning, Pattern.compile(form.toString()), parameters, template.toString(), words.feedback());
    }

    /** What a player sees before the first step: the room, and the task. */
    public String intro() {
        return grammar.symbol("intro", Map.of());
    }

    /** Does what a command says, if that can be done now. */
    public Observation step(String command) {
        String asked = SPACE.matcher(command.strip().toLowerCase(Locale.ROOT)).replaceAll(" ");
        for (Verb verb : verbs) {
            Matcher matcher = verb.form().matcher(asked);
            if (asked.startsWith(verb.beginning()) && matcher.matches()) {
                Optional<World.Move> move = given(verb, matcher).flatMap(objects -> world.move(verb.action(), objects));
                if (move.isPresent()) {
                    return played(verb, move.get());
                }
            }
        }
        return new Observation(NOTHING_HAPPENS, false, done);
    }

    private Optional<Map<String, String>> given(Verb verb, Matcher matcher) {
        Map<String, String> objects = new HashMap<>();
        for (int i = 0; i < verb.parameters().size(); i++) {
            Optional<String> id = names.id(matcher.group(i + 1));
            if (id.isEmpty()) {
                return Optional.empty();
            }
            objects.put(verb.parameters().get(i), id.get());
        }
        return Optional.of(objects);
    }

    private Observation played(Verb verb, World.Move move) {
        world.play(move);
        done = done || world.isReached();
        return new Observation(grammar.say(verb.feedback(), objects(move)), true, done);
    }

    private static Map<String, String> objects(World.Move move) {
        Map<String, String> objects = new LinkedHashMap<>();
        for (int i = 0; i < move.objects().size(); i++) {
            objects.put(move.action().parameters().get(i), move.objects().get(i));
        }
        return objects;
    }

    /**
     * Every command that can be done now, sorted. A player of the original is given it where admissible commands are
     * shown.
     */
    public List<String> admissibleCommands() {
        return verbs.stream()
                .flatMap(verb -> world.moves(verb.action(), Map.of()).stream().map(move -> command(verb, move)))
                .collect(Collectors.toCollection(TreeSet::new))
                .stream()
                .toList();
    }

    private String command(Verb verb, World.Move move) {
        String command = verb.template();
        for (Map.Entry<String, String> object : objects(move).entrySet()) {
            command = command.replace("{" + object.getKey() + "}", names.name(object.getValue()));
        }
        return command;
    }

    /** Whether the goal is reached, or was. */
    public boolean isDone() {
        return done;
    }
}
