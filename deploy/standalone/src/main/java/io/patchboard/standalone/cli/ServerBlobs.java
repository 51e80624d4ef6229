package io.patchboard.standalone.cli;

import io.patchboard.client.KafkaConnection;
import io.patchboard.gateway.blob.BlobLinks;
import io.patchboard.gateway.blob.BlobStore;
import io.patchboard.standalone.cli.base.BlobOptions;
import io.patchboard.standalone.run.BlobCollection;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Mixin of a server that keeps blobs. */
final class ServerBlobs {

    private static final Duration DAY = Duration.ofDays(1);

    @Mixin
    private BlobOptions options = new BlobOptions();

    @Option(
            names = "--blobs-collect",
            paramLabel = "DURATION",
            description = "Remove, at this interval, the blobs that no log of this server names and that were put a day"
                    + " ago or earlier. Default: 24h for those in the data directory. Where --blobs names a place, which"
                    + " more servers may share, they stay unless this is given.")
    private Optional<Duration> every = Optional.empty();

    /** What a server has of its blobs. */
    record Opened(BlobStore store, Optional<Duration> every) {

        BlobLinks links() {
            return new BlobLinks(store, InstantSource.system());
        }

        /** Until it is closed. */
        Collecting collect(KafkaConnection connection) {
            return new Collecting(every.map(interval -> BlobCollection.start(store, interval, DAY, connection)));
        }
    }

    record Collecting(Optional<BlobCollection> collection) implements AutoCloseable {

        @Override
        public void close() {
            collection.ifPresent(BlobCollection::close);
        }
    }

    Opened open(Path dataDir) {
        Optional<Duration> interval = every.or(() -> options.isNamed() ? Optional.empty() : Optional.of(DAY));
        return new Opened(options.open(dataDir), interval);
    }
}
