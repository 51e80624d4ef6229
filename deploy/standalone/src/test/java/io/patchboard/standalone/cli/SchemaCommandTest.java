package io.patchboard.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.patchboard.encoding.RecordSchemas;
import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import io.patchboard.kernel.schema.JsonSchema;
import io.patchboard.standalone.workers.Examples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The schemas as they are printed, and the completion. */
class SchemaCommandTest {

    private static final String MODELINE = "# yaml-language-server: $schema=";

    /** Files of another system, with a schema of that. */
    private static final String OF_ARGO = ".argo.yaml";

    private static Json yaml(String text) throws IOException {
        return JsonReader.parse(new ObjectMapper().writeValueAsString(new YAMLMapper().readTree(text)));
    }

    static List<Path> examples() throws IOException {
        try (Stream<Path> files = Files.walk(Examples.REPOSITORY.resolve("examples"))) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .filter(file -> !file.toString().endsWith(OF_ARGO))
                    .filter(file -> !file.toString().contains("/target/"))
                    .toList();
        }
    }

    @Test
    void everyExample_namesTheSchemaThatItSatisfies() throws Exception {
        assertThat(examples()).hasSizeGreaterThan(6);
        for (Path example : examples()) {
            String text = Files.readString(example);
            assertThat(text).as(example.toString()).startsWith(MODELINE);
            Path named = example.resolveSibling(
                            text.lines().findFirst().orElseThrow().substring(MODELINE.length()))
                    .normalize();
            assertThat(named).as(example.toString()).exists();
            Json schema = JsonReader.parse(Files.readString(named));
            assertThat(JsonSchema.compile(schema).validateAll(yaml(text), 10))
                    .as(example.toString())
                    .isEmpty();
        }
    }

    @Test
    void records_areThoseOfTheContract_andOthersAreNotFound() throws Exception {
        for (String record : RecordSchemas.ALL) {
            assertThat(Cli.run("schema", "record", record).json().toString()).contains("\"name\":\"" + record + "\"");
        }
        assertThat(Cli.run("schema", "envelope").json().toString()).contains("$schema");
        assertThat(Cli.run("schema", "record", "PatchPropsal").err()).contains("Did you mean \"PatchProposal\"?");
        assertThat(Cli.run("schema", "blueprnt").err()).contains("Did you mean \"blueprint\"?");
        assertThat(Cli.run("schema", "record").exitCode()).isEqualTo(1);
        assertThat(Cli.run("schema", "blueprint", "PatchProposal").err()).contains("behind record alone");
    }

    @Test
    void completion_knowsCommandsAndOptions() {
        for (String shell : List.of("bash", "zsh")) {
            Cli cli = Cli.run("completion", shell);
            assertThat(cli.exitCode()).isZero();
            assertThat(cli.out()).contains("_complete_patchboard", "watch", "--bootstrap-server", "bashcompinit");
        }
        assertThat(Cli.run("completion", "csh").err()).contains("bash", "zsh", "fish");
    }

    @Test
    void completionOfFish_hasALineForEachCommandAndOption() {
        List<String> lines = Cli.run("completion", "fish").lines();
        assertThat(lines).noneMatch(line -> line.contains("${"));
        // Quotes open and close: fish reads a line to its end.
        assertThat(lines)
                .allSatisfy(line -> assertThat(line.replace("\\'", "")
                                        .chars()
                                        .filter(c -> c == '\'')
                                        .count()
                                % 2)
                        .isZero());
        assertThat(expected(PatchBoard.commandLine(), ""))
                .hasSizeGreaterThan(200)
                .allSatisfy(start -> assertThat(lines)
                        .filteredOn(line -> line.startsWith(start + " ") || line.equals(start))
                        .hasSize(1));
        assertThat(lines)
                .anyMatch(line ->
                        line.startsWith("complete -c patchboard -n '__patchboard_at board log' -s f -l follow -d"))
                .anyMatch(
                        line -> line.startsWith("complete -c patchboard -n '__patchboard_at run' -l workers -r -F -d"))
                .anyMatch(line ->
                        line.startsWith("complete -c patchboard -n '__patchboard_next board' -f -a resolve -d"));
    }

    private static List<String> expected(CommandLine command, String words) {
        Stream<String> own = command.getCommandSpec().options().stream()
                .map(option -> "complete -c patchboard -n '__patchboard_at" + words + "'"
                        + Stream.of(option.names())
                                .map(name ->
                                        name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.charAt(1))
                                .collect(Collectors.joining()));
        Stream<String> below = command.getSubcommands().values().stream()
                .flatMap(next -> Stream.concat(
                        Stream.of("complete -c patchboard -n '__patchboard_next" + words + "' -f -a "
                                + next.getCommandName()),
                        expected(next, words + " " + next.getCommandName()).stream()));
        return Stream.concat(own, below).toList();
    }
}
