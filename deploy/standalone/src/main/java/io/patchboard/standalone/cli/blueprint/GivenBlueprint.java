package io.patchboard.standalone.cli.blueprint;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.catalog.BlueprintName;
import io.patchboard.client.catalog.BlueprintVersion;
import io.patchboard.client.catalog.Catalog;
import io.patchboard.client.catalog.CatalogTopic;
import io.patchboard.json.Json;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.Output;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A blueprint as a command is given it: a file, or the name of a published one. A file that is there wins. */
public final class GivenBlueprint {

    private GivenBlueprint() {}

    /** Empty if it is a file's name, or is to be taken for one. */
    public static Optional<BlueprintName> name(Path given) {
        return Files.exists(given) ? Optional.empty() : BlueprintName.of(given.toString());
    }

    /**
     * The document.
     *
     * @param boardId of the board that is to get it
     * @throws CliException if there is none, or a file has errors; they have been told
     */
    public static Json document(Path given, String boardId, KafkaConnection connection, Output output) {
        Optional<BlueprintName> name = name(given);
        return name.isEmpty()
                ? BlueprintFile.valid(given, output)
                : published(name.get(), boardId, connection).document();
    }

    /** @throws CliException if there is none of that name */
    public static BlueprintVersion published(BlueprintName name, String boardId, KafkaConnection connection) {
        try (CatalogTopic topic = new CatalogTopic(connection)) {
            Catalog catalog = topic.read();
            return catalog.find(name, boardId)
                    .orElseThrow(() -> CliException.failed(catalog.missing(name)
                            + (name.version().isPresent() ? "" : " There is no file of that name either.")));
        }
    }
}
