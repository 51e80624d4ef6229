package io.patchboard.standalone.cli;

import io.patchboard.encoding.RecordSchemas;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.text.FileTrouble;
import io.patchboard.text.Spelling;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code patchboard schema}. */
@Command(
        name = "schema",
        description = {
            "Prints a schema: of blueprints, workers files, sources, envelopes, workflows, catalogues of agents or scenarios"
                    + " (JSON Schema), or of a record (Avro).",
            "An editor checks a file whose first line is \"# yaml-language-server: $schema=FILE\"."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  patchboard schema blueprint > blueprint.schema.json",
            "  patchboard schema record PatchProposal"
        })
final class SchemaCommand implements Callable<Integer> {

    private static final List<String> DOCUMENTS =
            List.of("blueprint", "workers", "sources", "envelope", "workflow", "catalogue", "scenario");
    private static final String RECORD = "record";

    @Spec
    private CommandSpec spec;

    @Parameters(
            index = "0",
            paramLabel = "KIND",
            description = "blueprint, workers, sources, envelope, workflow, catalogue, scenario or record.")
    private String kind;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "NAME",
            description = "Which record, such as PatchProposal, PatchCommitted or WorkerInvoked.")
    private Optional<String> name = Optional.empty();

    @Override
    public Integer call() {
        if (!kind.equals(RECORD) && name.isPresent()) {
            throw CliException.failed("Expected a name behind " + RECORD + " alone, but got \"" + name.get()
                    + "\" behind \"" + kind + "\".");
        }
        String resource = kind.equals(RECORD)
                ? "/avro/"
                        + name.orElseThrow(() -> CliException.failed("Expected schema record NAME, but got no name."))
                        + ".avsc"
                : "/" + kind + ".schema.json";
        if (!kind.equals(RECORD) && !DOCUMENTS.contains(kind)) {
            List<String> kinds =
                    Stream.concat(DOCUMENTS.stream(), Stream.of(RECORD)).toList();
            throw CliException.failed("Expected one of " + String.join(", ", kinds) + ", but got \"" + kind + "\"."
                    + Spelling.question(kind, kinds));
        }
        spec.commandLine().getOut().print(read(resource));
        spec.commandLine().getOut().flush();
        return ExitCodes.OK;
    }

    private String read(String resource) {
        try (InputStream file = SchemaCommand.class.getResourceAsStream(resource)) {
            if (file == null) {
                throw CliException.failed(
                        "Expected the name of a record of the contract, such as PatchProposal, but got \""
                                + name.orElse("") + "\"." + Spelling.question(name.orElse(""), RecordSchemas.ALL)
                                + " They are " + String.join(", ", RecordSchemas.ALL) + ".");
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw CliException.failed("Expected a readable schema, but " + FileTrouble.of(e) + ".");
        }
    }
}
