package io.patchboard.gateway.preset.blackboard;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Who is at a blackboard, and how long.
 *
 * @param agents who may contribute, in the order in which they take turns where there is no coordinator
 * @param coordinator who picks the next contributor
 * @param decider who writes the answer
 * @param maxRounds after which the board is done, whatever the coordinator says
 * @param strict whether the kernel checks decisions and entries, rather than the referee reading them leniently
 * @param limits what the board may use up, checked before each round and with each answer
 * @param about what an agent is told of itself, by its name; its coordinator reads the beginning
 */
public record Team(
        List<String> agents,
        Optional<String> coordinator,
        Optional<String> decider,
        int maxRounds,
        boolean strict,
        Limits limits,
        Map<String, String> about) {

    /** Of what an agent is told, so much is for its coordinator. */
    static final int ABOUT_CHARS = 120;

    /** Beyond it, detectors of endless loops would have to be switched off for a coordinator that never makes sense. */
    static final int MOST_ROUNDS = 200;

    private static final int MOST_ABOUT = 4_000;

    /** A role has a rule and paths of its own, and a blueprint has at most 200 workers. */
    static final int MOST_AGENTS = 100;

    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9._-]{0,79}");

    /** What ends a line in YAML, or cannot stand in it. */
    private static final Pattern BREAK =
            Pattern.compile("[\\p{Cntrl}\\x{80}-\\x{9f}\\x{2028}\\x{2029}\\x{fffe}\\x{ffff}\\p{Cs}&&[^\\t]]");

    /** Names that entries and the blueprint use themselves. */
    private static final Set<String> TAKEN = Set.of(Roles.REFEREE, Roles.USER, Roles.SYSTEM);

    /** What is not given has no bound. */
    public record Limits(OptionalLong tokens, Optional<BigDecimal> cost, Optional<Duration> duration) {

        public static final Limits NONE = new Limits(OptionalLong.empty(), Optional.empty(), Optional.empty());

        public Limits {
            require(tokens.isEmpty() || tokens.getAsLong() >= 1, "a budget of at least 1 token", tokens);
            require(cost.isEmpty() || cost.get().signum() > 0, "a cost above 0", cost);
            require(
                    duration.isEmpty() || duration.get().compareTo(Duration.ZERO) > 0,
                    "a duration above zero",
                    duration);
        }
    }

    /** Of agents of whom nothing is said. */
    public Team(
            List<String> agents,
            Optional<String> coordinator,
            Optional<String> decider,
            int maxRounds,
            boolean strict,
            Limits limits) {
        this(agents, coordinator, decider, maxRounds, strict, limits, Map.of());
    }

    /** @throws IllegalArgumentException saying what is wrong, as a sentence for people */
    public Team {
        agents = List.copyOf(agents);
        Objects.requireNonNull(coordinator, "coordinator");
        Objects.requireNonNull(decider, "decider");
        require(!agents.isEmpty(), "at least one agent", "none");
        require(agents.size() <= MOST_AGENTS, "at most " + MOST_AGENTS + " agents", agents.size());
        require(maxRounds >= 1, "at least 1 round", maxRounds);
        require(maxRounds <= MOST_ROUNDS, "at most " + MOST_ROUNDS + " rounds", maxRounds);
        Set<String> seen = new LinkedHashSet<>();
        agents.forEach(agent -> require(seen.add(agent), "each agent once", "\"" + agent + "\" twice"));
        agents.forEach(Team::requireName);
        about = Map.copyOf(about);
        about.forEach((name, text) -> {
            require(seen.contains(name), "about of one of the agents " + seen, "\"" + name + "\"");
            require(
                    !text.isBlank()
                            && text.length() <= MOST_ABOUT
                            && !BREAK.matcher(text).find(),
                    "about " + name + " one line of 1 to " + MOST_ABOUT + " characters",
                    text.isBlank() ? "none" : "another");
        });
        coordinator.ifPresent(Team::requireName);
        decider.ifPresent(Team::requireName);
    }

    private static void requireName(String name) {
        require(
                NAME.matcher(name).matches(),
                "a name of letters, digits, '.', '_' and '-' that begins with a letter and has at most 80 characters",
                "\"" + name + "\"");
        require(
                !TAKEN.contains(name),
                "a name other than " + String.join(", ", TAKEN.stream().sorted().toList()),
                "\"" + name + "\"");
    }

    private static void require(boolean condition, String expected, Object found) {
        if (!condition) {
            throw new IllegalArgumentException("Expected " + expected + ", but got " + found + ".");
        }
    }

    /**
     * The worker that coordinates. An agent of that name is another worker: coordinating and contributing have
     * different contracts, and what an agent notes in private is not for its coordinator.
     */
    public Optional<String> coordinatorRole() {
        return coordinator.map(name -> agents.contains(name) ? free(name + "-coordinator", Set.copyOf(agents)) : name);
    }

    /** The worker that decides; see {@link #coordinatorRole}. */
    public Optional<String> deciderRole() {
        return decider.map(name -> {
            Set<String> others = new LinkedHashSet<>(agents);
            coordinatorRole().ifPresent(others::add);
            return others.contains(name) ? free(name + "-decider", others) : name;
        });
    }

    private static String free(String wanted, Set<String> used) {
        String name = wanted;
        while (used.contains(name)) {
            name += "-role";
        }
        return name;
    }

    /** What the coordinator is told of an agent, as the original tells it. */
    String brief(String agent) {
        String whole = about.getOrDefault(agent, "(no description)");
        return whole.substring(
                0, whole.offsetByCodePoints(0, Math.min(ABOUT_CHARS, whole.codePointCount(0, whole.length()))));
    }

    /** Who may take notes that nobody else reads: everybody but the referee. */
    List<String> noteTakers() {
        return Stream.of(agents.stream(), coordinatorRole().stream(), deciderRole().stream())
                .flatMap(names -> names)
                .toList();
    }
}
