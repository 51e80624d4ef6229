package io.patchboard.standalone.cli.base;

import io.patchboard.client.model.BoardModel;
import io.patchboard.client.model.KeptIndex;
import io.patchboard.standalone.run.AllInOneConfig;
import io.patchboard.standalone.run.DataDirs;
import io.patchboard.standalone.run.TemporaryDir;
import io.patchboard.standalone.screen.Pulse;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;

/**
 * An index of a whole log, on disk: what a command keeps in memory does not grow with the boards. It is the one that a
 * running server has below the working directory, or has left in its data directory, brought up to date; or else one
 * that is made while the command needs it, and takes about as much disk as the log.
 */
public final class LogIndex {

    private LogIndex() {}

    /**
     * Makes it or brings it up to date, shows how far that is, and asks it something.
     *
     * @throws CliException if there is no log, or it cannot be read
     */
    public static <T> T ask(Cluster cluster, Output output, Function<BoardModel, T> question) {
        cluster.requireLog();
        return askKept(cluster, output, question).orElseGet(() -> {
            try (TemporaryDir dir = TemporaryDir.create()) {
                return ask(cluster, dir.path(), output, question);
            }
        });
    }

    /** Asks an index that there is: of the data directory that the cluster is served from, or of a running server. */
    public static <T> Optional<T> askKept(Cluster cluster, Output output, Function<BoardModel, T> question) {
        return cluster.keptIndex().isPresent()
                ? Optional.of(ask(cluster, cluster.keptIndex().get(), output, question))
                : askRunning(cluster, question);
    }

    /** Asks the index of the server that runs on this cluster, if it has its data below the working directory. */
    public static <T> Optional<T> askRunning(Cluster cluster, Function<BoardModel, T> question) {
        for (Path dir : DataDirs.KNOWN) {
            Optional<BoardModel> kept = running(cluster, AllInOneConfig.on(dir).modelDir());
            if (kept.isPresent()) {
                try (BoardModel model = kept.get()) {
                    return Optional.of(question.apply(model));
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<BoardModel> running(Cluster cluster, Path index) {
        try {
            return KeptIndex.open(cluster.connection(), index);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw CliException.failed("Expected to read the index in " + index + ", but was interrupted.");
        }
    }

    private static <T> T ask(Cluster cluster, Path dir, Output output, Function<BoardModel, T> question) {
        try (BoardModel model = BoardModel.follow(cluster.connection(), dir)) {
            await(model, output);
            if (model.needRegistry() > 0) {
                throw CliException.needsRegistry(model.needRegistry());
            }
            return question.apply(model);
        }
    }

    private static void await(BoardModel model, Output output) {
        try (Pulse pulse = Pulse.startLater(output.errors(), () -> "Reading the log: " + model.progress())) {
            model.awaitAll();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw CliException.failed("Expected to read the log, but was interrupted.");
        } catch (ExecutionException e) {
            throw CliException.failed(
                    "Expected to read the log, but " + e.getCause().getMessage());
        }
    }
}
