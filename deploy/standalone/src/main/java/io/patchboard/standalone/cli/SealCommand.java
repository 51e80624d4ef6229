package io.patchboard.standalone.cli;

import io.patchboard.client.seal.Sealer;
import io.patchboard.json.Json;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonSyntaxException;
import io.patchboard.json.JsonWriter;
import io.patchboard.record.SealedValue;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.Cluster;
import io.patchboard.standalone.cli.base.ConnectionOptions;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.OutputOptions;
import io.patchboard.text.FileTrouble;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code patchboard seal}. */
@Command(
        name = "seal",
        description = {
            "Seals a value for a board, and prints what stands for it there, for whoever signs or writes to Kafka himself.",
            "Others need it not: what they send as {\"$unsealed\": {\"subject\": S, \"value\": V}} is sealed on the way."
        },
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  echo '\"Ada Lovelace\"' | patchboard seal --board visit-7 --subject patient-12"})
final class SealCommand implements Callable<Integer> {

    @Option(names = "--board", paramLabel = "ID", required = true, description = "The board that it is for.")
    private String board;

    @Option(
            names = "--subject",
            paramLabel = "NAME",
            required = true,
            description = "Whom it is about, as it is to be erased by. It is not sealed: use a number, not a name.")
    private String subject;

    @Option(
            names = "--value",
            paramLabel = "JSON",
            description = "The value. Others on this machine can see it here; by default it is read from stdin.")
    private Optional<String> value = Optional.empty();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Override
    public Integer call() {
        Json marked = JsonObject.of(
                SealedValue.UNSEALED,
                JsonObject.builder()
                        .put("subject", subject)
                        .put("value", plain())
                        .build());
        try (Cluster cluster = Cluster.connect(connection);
                Sealer sealer = new Sealer(cluster.connection())) {
            JsonObject closed = (JsonObject) sealer.seal(board, marked);
            if (output.output().isJson()) {
                output.output().document(closed);
            } else {
                output.output().line(JsonWriter.compact(closed));
            }
        }
        return ExitCodes.OK;
    }

    /** What is wrong with it is not repeated: it may be the secret. */
    private Json plain() {
        try {
            byte[] text = value.isPresent() ? value.get().getBytes(StandardCharsets.UTF_8) : System.in.readAllBytes();
            return new JsonReader(JsonLimits.DEFAULT).read(text);
        } catch (JsonSyntaxException e) {
            throw CliException.failed(
                    "Expected JSON, such as '\"a text\"', but got something else. Nothing was sealed.");
        } catch (IOException e) {
            throw CliException.failed("Expected a value on stdin, but " + FileTrouble.of(e) + ".");
        }
    }
}
