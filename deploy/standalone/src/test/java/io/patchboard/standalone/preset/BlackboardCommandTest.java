package io.patchboard.standalone.preset;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.blueprints.lint.Linter;
import io.patchboard.gateway.llm.scripted.ChatRequest;
import io.patchboard.gateway.llm.scripted.Reply;
import io.patchboard.gateway.llm.scripted.ScriptedChatServer;
import io.patchboard.gateway.preset.blackboard.BlackboardPreset;
import io.patchboard.gateway.preset.blackboard.Team;
import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import io.patchboard.kernel.blueprint.CompileResult;
import io.patchboard.standalone.cli.Cli;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The command that writes the preset, and what it writes. */
@Tag("long")
final class BlackboardCommandTest {

    @TempDir
    Path dir;

    static List<Team> teams() {
        Team.Limits all = new Team.Limits(
                OptionalLong.of(1), Optional.of(new BigDecimal("0.5")), Optional.of(Duration.ofHours(1)));
        List<Team> teams = new ArrayList<>();
        for (List<String> agents : List.of(
                List.of("a"),
                List.of("a", "b", "c"),
                List.of("null", "true", "on", "A.b_c-9"),
                List.of("x", "x-decider"))) {
            for (Optional<String> coordinator :
                    List.of(Optional.<String>empty(), Optional.of("a"), Optional.of("no"))) {
                for (Optional<String> decider :
                        List.of(Optional.<String>empty(), Optional.of("x"), Optional.of("no"))) {
                    for (boolean strict : List.of(true, false)) {
                        teams.add(new Team(agents, coordinator, decider, 1, strict, Team.Limits.NONE));
                        teams.add(new Team(agents, coordinator, decider, 200, strict, all));
                    }
                }
            }
        }
        return teams;
    }

    @ParameterizedTest
    @MethodSource("teams")
    void everyBlueprint_isValidWithoutWarnings(Team team) {
        Linter.Linted linted = Linter.lint(Blackboard.document(team));

        assertThat(linted.warnings()).isEmpty();
        assertThat(linted.result())
                .isInstanceOfSatisfying(
                        CompileResult.Valid.class,
                        valid -> team.agents()
                                .forEach(agent ->
                                        assertThat(valid.blueprint().workers()).containsKey(agent)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", " ", "a b", "a/b", "a~b", "a\"", "a'b", "1a", "a:", "ä", "a\nb", "*", "-", "referee", "system",
                "user"
            })
    void nameThatBlueprintsCannotHave_isRefused(String name) {
        Cli cli = write("--agents", "ok," + name + ",too");

        assertThat(cli.exitCode()).isEqualTo(1);
        assertThat(cli.err()).startsWith("Expected a name").contains("\"" + name.replace('\n', ' ') + "\"");
        assertThat(dir.resolve("team")).doesNotExist();
        assertThat(write("--agents", "a", "--decider", name).exitCode()).isEqualTo(1);
        assertThat(write("--agents", "a", "--coordinator", name).exitCode()).isEqualTo(1);
    }

    @Test
    void noAgents_noRounds_orAnAgentTwice_isRefusedInOneSentence() {
        assertThat(write().err()).startsWith("Expected at least one agent, but got none.");
        assertThat(write("--agents", "a", "--max-rounds", "0").err())
                .startsWith("Expected at least 1 round, but got 0.");
        assertThat(write("--agents", "a", "--max-rounds", "-3").err()).startsWith("Expected at least 1 round");
        assertThat(write("--agents", "a,b,a").err()).startsWith("Expected each agent once, but got \"a\" twice.");
        assertThat(write("--agents", "a", "--max-rounds", "many").exitCode()).isEqualTo(1);
        assertThat(write("--agents", "a", "--tokens", "0").exitCode()).isEqualTo(1);
        assertThat(write("--agents", "a", "--max-rounds", "0").exitCode()).isEqualTo(1);
        assertThat(dir.resolve("team")).doesNotExist();
    }

    @Test
    void filesThatAreThere_areKept() throws IOException {
        assertThat(write("--agents", "a").exitCode()).isZero();
        Files.writeString(dir.resolve("team/workers.yaml"), "mine");

        assertThat(write("--agents", "a,b").err()).contains("already there", "--force");
        assertThat(dir.resolve("team/workers.yaml")).hasContent("mine");
        assertThat(write("--agents", "a,b", "--force").exitCode()).isZero();
        assertThat(dir.resolve("team/workers.yaml")).content().contains("\"b\": {java: blackboard/demo-agent}");
    }

    @Test
    void lenientBlueprint_saysHowItWasWritten() {
        Team team = new Team(List.of("a"), Optional.of("c"), Optional.of("d"), 7, false, Team.Limits.NONE);

        assertThat(BlackboardPreset.of(team).blueprint())
                .contains(
                        "patchboard preset blackboard --agents a --coordinator c --decider d --max-rounds 7 --no-strict");
    }

    @Test
    void demoWorkers_runAtOnce() {
        assertThat(write("--agents", "a,b,c", "--coordinator", "c", "--decider", "d")
                        .exitCode())
                .isZero();

        Cli run = Cli.run("run", dir.resolve("team").toString(), "--set", "problem=Why is the sky blue?");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.json()).isEqualTo(Json.of("(demo) 3 contributions to: Why is the sky blue?"));
    }

    /** Everybody but the referee is a program that knows nothing of this project. */
    @Test
    void programs_asWorkers_behaveAsOnTheOriginalsBoard() throws IOException {
        assertThat(write("--agents", "a,b", "--coordinator", "boss", "--max-rounds", "6")
                        .exitCode())
                .isZero();
        Files.writeString(dir.resolve("team/boss.py"), """
                import json, sys
                SAYS = ['not JSON at all',
                        {'terminate': False, 'next_agent': 'ghost', 'instruction': None},
                        {'terminate': 'yes', 'next_agent': 'a', 'instruction': None},
                        {'terminate': False, 'next_agent': 'b', 'instruction': 'go'},
                        {'terminate': True, 'next_agent': 'a', 'instruction': 'never'}]
                for line in sys.stdin:
                    invocation = json.loads(line)
                    said = SAYS[invocation['view']['item']['value'] - 1]
                    if isinstance(said, str):
                        print(said, flush=True)
                    else:
                        patch = [{'op': 'add', 'path': '/decision', 'value': said}]
                        print(json.dumps({'invocationId': invocation['invocationId'], 'patch': patch}), flush=True)
                """);
        Files.writeString(dir.resolve("team/agent.py"), """
                import json, sys
                for line in sys.stdin:
                    invocation = json.loads(line)
                    name = invocation['worker']
                    text = name + ': ' + invocation['view']['item']['value']['instruction']
                    patch = [{'op': 'add', 'path': '/drafts/' + name, 'value': {'content': text}}]
                    print(json.dumps({'invocationId': invocation['invocationId'], 'patch': patch}), flush=True)
                """);
        Files.writeString(dir.resolve("team/workers.yaml"), """
                workers:
                  referee: {java: blackboard/referee}
                  boss: {process: [python3, boss.py]}
                  a: {process: [python3, agent.py]}
                  b: {process: [python3, agent.py]}
                """);

        Cli run = Cli.run("run", dir.resolve("team").toString(), "--set", "problem=p", "--json");

        assertThat(run.exitCode()).as(run.err()).isZero();
        List<Json> entries = run.lines().stream().map(JsonReader::parse).toList();
        assertThat(entries.get(entries.size() - 1).toString()).contains("\"result\":\"b: go\"");
        assertThat(run.out())
                .contains("Coordinator picked unknown agent 'ghost'; skipping.")
                .contains("/decision/terminate")
                .containsSubsequence(
                        "\"outcome\":\"no-contributor\"",
                        "\"outcome\":\"unknown-agent\"",
                        "\"outcome\":\"no-contributor\"",
                        "\"outcome\":\"contribution\"",
                        "\"outcome\":\"terminated\"");
    }

    /** What a model gets to read suffices to do its part, and a scripted one does it. */
    @Test
    void languageModels_asWorkers() throws IOException {
        assertThat(write("--agents", "a,b", "--coordinator", "boss", "--decider", "judge")
                        .exitCode())
                .isZero();
        try (ScriptedChatServer server = ScriptedChatServer.start()) {
            server.otherwise(request -> Reply.text(reply(request)));
            Files.writeString(dir.resolve("team/workers.yaml"), """
                    models: {m: {provider: openai, model: m, baseUrl: "%s"}}
                    workers:
                      referee: {java: blackboard/referee}
                      boss: {llm: m}
                      a: {llm: m}
                      b: {llm: m}
                      judge: {llm: m}
                    """.formatted(server.baseUrl()));

            Cli run = Cli.run("run", dir.resolve("team").toString(), "--set", "problem=p");

            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(run.json()).isEqualTo(Json.of("b has it"));
        }
    }

    private static String reply(ChatRequest request) {
        if (request.system().contains("You coordinate a team")) {
            String next = request.user().contains("the wave length")
                    ? "{\"terminate\": true, \"next_agent\": null, \"instruction\": null}"
                    : "{\"terminate\": false, \"next_agent\": \"b\", \"instruction\": \"say\"}";
            return "{\"patch\": [{\"op\": \"add\", \"path\": \"/decision\", \"value\": " + next + "}]}";
        }
        return request.system().contains("You are b.")
                ? "{\"patch\": [{\"op\": \"add\", \"path\": \"/drafts/b\", \"value\": {\"content\": \"the wave length\","
                        + " \"kind\": \"contribution\"}}]}"
                : "{\"patch\": [{\"op\": \"add\", \"path\": \"/synthesis\", \"value\": \"b has it\"}]}";
    }

    private Cli write(String... arguments) {
        List<String> all = new ArrayList<>(
                List.of("preset", "blackboard", "-o", dir.resolve("team").toString()));
        all.addAll(List.of(arguments));
        return Cli.run(all.toArray(String[]::new));
    }
}
