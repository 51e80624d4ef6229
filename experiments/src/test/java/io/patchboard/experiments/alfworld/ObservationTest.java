package io.patchboard.experiments.alfworld;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What a player reads, beside the facts of the problem, which are read here by other means. */
class ObservationTest {

    private static final Pattern IN = Pattern.compile("\\(inReceptacle (\\S+) (\\S+)\\)");
    private static final Pattern OPENABLE = Pattern.compile("\\(openable (\\S+)\\)");
    private static final Pattern AT = Pattern.compile("\\(receptacleAtLocation ([^?\\s]\\S*) ");
    private static final Pattern THING = Pattern.compile("a ([a-z]+) (\\d+)");

    private final Games games = Games.samples();

    private static String problem(Games.Listed game) throws IOException {
        try (InputStream file = Games.class.getResourceAsStream(game.problem())) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Without the number. */
    private static String kind(String id) {
        String small = id.toLowerCase(Locale.ROOT);
        return small.split("_bar_")[0] + (small.contains("basin") ? "basin" : "");
    }

    /** How many of each kind an observation names. */
    private static Map<String, Integer> kinds(String observation) {
        Map<String, Integer> kinds = new HashMap<>();
        Matcher thing = THING.matcher(observation);
        while (thing.find()) {
            kinds.merge(thing.group(1), 1, Integer::sum);
        }
        return kinds;
    }

    private static Map<String, Integer> kindsIn(String problem, Set<String> receptacles) {
        Map<String, Integer> kinds = new HashMap<>();
        Matcher in = IN.matcher(problem);
        while (in.find()) {
            if (receptacles.contains(in.group(2))) {
                kinds.merge(kind(in.group(1)), 1, Integer::sum);
            }
        }
        return kinds;
    }

    private static Set<String> all(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(found -> found.group(1)).collect(Collectors.toSet());
    }

    @Test
    void room_namesEveryReceptacle_andTheTask() throws IOException {
        for (Games.Listed listed : games.all()) {
            String intro = games.start(listed).intro();
            Map<String, Integer> there = new HashMap<>();
            all(AT, problem(listed)).forEach(id -> there.merge(kind(id), 1, Integer::sum));
            assertThat(kinds(intro.substring(0, intro.indexOf("Your task"))))
                    .as(listed.id())
                    .isEqualTo(there);
            assertThat(intro)
                    .startsWith(
                            "-= Welcome to TextWorld, ALFRED! =-\n\nYou are in the middle of a room. Looking quickly"
                                    + " around you, you see a ")
                    .endsWith("\n\nYour task is to: " + listed.task());
        }
    }

    /** Of one kind together, since the numbers in names are the environment's. */
    @Test
    void receptacles_tellWhatIsInThem_butNotWhileTheyAreClosed() throws IOException {
        for (Games.Listed listed : games.all()) {
            String problem = problem(listed);
            Set<String> openable = all(OPENABLE, problem);
            Map<String, Set<String>> byKind = new HashMap<>();
            all(AT, problem)
                    .forEach(id -> byKind.computeIfAbsent(kind(id), none -> new HashSet<>())
                            .add(id));
            TextGame game = games.start(listed);
            byKind.forEach((kind, ids) -> {
                Map<String, Integer> told = new HashMap<>();
                for (int number = 1; number <= ids.size(); number++) {
                    String name = kind + " " + number;
                    String arrived = arrive(game, name);
                    if (openable.containsAll(ids)) {
                        assertThat(arrived).isEqualTo("You arrive at " + name + ". The " + name + " is closed.");
                        assertThat(game.step("examine " + name).text()).isEqualTo("The " + name + " is closed.");
                        assertThat(game.admissibleCommands()).noneMatch(command -> command.startsWith("take "));
                        String opened = game.step("open " + name).text();
                        String begin = "You open the " + name + ". The " + name + " is open. In it, you see ";
                        assertThat(opened).startsWith(begin).endsWith(".");
                        kinds(opened.substring(begin.length() - 1))
                                .forEach((one, count) -> told.merge(one, count, Integer::sum));
                    } else {
                        String begin = "You arrive at " + name + ". On the " + name + ", you see ";
                        assertThat(arrived).startsWith(begin).endsWith(".");
                        kinds(arrived.substring(begin.length() - 1))
                                .forEach((one, count) -> told.merge(one, count, Integer::sum));
                    }
                }
                assertThat(told).as(listed.id() + " " + kind).isEqualTo(kindsIn(problem, ids));
            });
        }
    }

    /** Who is there already, because it stands beside something else, goes away first. */
    private static String arrive(TextGame game, String name) {
        for (int i = 0; !game.admissibleCommands().contains("go to " + name); i++) {
            game.step(game.admissibleCommands().stream()
                    .filter(command -> command.startsWith("go to "))
                    .skip(i)
                    .findFirst()
                    .orElseThrow());
        }
        return game.step("go to " + name).text();
    }

    @Test
    void hands_objectsAndAppliances_areToldOf() {
        Games.Listed listed = games.all().stream()
                .filter(game -> game.type().contains("clean"))
                .findFirst()
                .orElseThrow();
        TextGame game = games.start(listed);
        assertThat(game.step("inventory").text()).isEqualTo("You are not carrying anything.");
        List<String> said = listed.walkthrough().stream()
                .map(command -> {
                    String text = game.step(command).text();
                    return command.startsWith("clean")
                            ? text + " " + game.step("examine cloth 2").text()
                            : text;
                })
                .toList();
        assertThat(said)
                .anyMatch(text -> text.startsWith("You pick up the cloth 2 from the bathtubbasin 1."))
                .anyMatch(text -> text.equals("You clean the cloth 2 using the sinkbasin 1. This is a clean cloth 2."))
                .last()
                .asString()
                .startsWith("You move the cloth 2 to the cabinet ");
        assertThat(game.step("look").text())
                .startsWith("You are facing the cabinet ")
                .contains("Next to it, you see ");
        assertThat(game.step("help").text()).contains("Available commands:");
    }

    @Test
    void lamps_turnOn() {
        Games.Listed listed = games.all().stream()
                .filter(game -> game.type().contains("light"))
                .findFirst()
                .orElseThrow();
        TextGame game = games.start(listed);
        List<String> said = Arrays.asList(new String[listed.walkthrough().size()]);
        for (int i = 0; i < said.size(); i++) {
            said.set(i, game.step(listed.walkthrough().get(i)).text());
        }
        assertThat(said).contains("You turn on the desklamp 1.");
        assertThat(game.step("examine desklamp 1").text()).isEqualTo("This desklamp 1 is on.");
        assertThat(game.step("inventory").text()).isEqualTo("You are carrying: a cd 1.");
    }
}
