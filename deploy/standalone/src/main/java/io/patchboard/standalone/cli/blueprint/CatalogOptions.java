package io.patchboard.standalone.cli.blueprint;

import io.patchboard.client.catalog.BlueprintName;
import io.patchboard.client.catalog.BlueprintVersion;
import io.patchboard.client.catalog.Catalog;
import io.patchboard.client.catalog.CatalogTopic;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.Cluster;
import io.patchboard.standalone.cli.base.ConnectionOptions;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Mixin;

/** Mixin of the commands on published blueprints. */
final class CatalogOptions {

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private OutputOptions options = new OutputOptions();

    Output output() {
        return options.output();
    }

    /** Does something with the topic of the cluster that the options speak of. */
    <T> T with(Function<CatalogTopic, T> work) {
        try (Cluster cluster = Cluster.connect(connection);
                CatalogTopic topic = new CatalogTopic(cluster.connection())) {
            return work.apply(topic);
        }
    }

    /** @throws CliException if the text is no name */
    static BlueprintName name(String text) {
        return BlueprintName.of(text)
                .orElseThrow(() -> CliException.failed("Expected the name of a published blueprint, such as review,"
                        + " review@3 or review@latest, but got \"" + text + "\"."));
    }

    /**
     * The version of a name; the newest where it says none.
     *
     * @throws CliException if there is none
     */
    static BlueprintVersion version(Catalog catalog, BlueprintName name) {
        BlueprintName exact =
                new BlueprintName(name.name(), name.version().or(() -> Optional.of(BlueprintName.LATEST)));
        return catalog.find(exact, "").orElseThrow(() -> CliException.failed(catalog.missing(exact)));
    }
}
