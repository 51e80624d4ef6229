package io.patchboard.standalone.cli.base;

import io.patchboard.client.model.BoardModel;
import io.patchboard.standalone.run.TemporaryDir;
import io.patchboard.standalone.screen.Pulse;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;

/**
 * An index of a whole log, on disk: what a command keeps in memory does not grow with the boards. It is the one that a
 * server has left in its data directory, brought up to date, or else one that is made while the command needs it, and
 * takes about as much disk as the log.
 */
public final class LogIndex {

    private LogIndex() {}

    /**
     * Makes it or brings it up to date, shows how far that is, and asks it something.
     *
     * @throws CliException if there is no log, or it cannot be read
     */
    public static <T> T ask(Cluster cluster, Output output, Function<BoardModel, T> question) {
        if (cluster.logReader().topics().isEmpty()) {
            throw CliException.noLog(cluster.connection().topics().prefix());
        }
        if (cluster.keptIndex().isPresent()) {
            return ask(cluster, cluster.keptIndex().get(), output, question);
        }
        try (TemporaryDir dir = TemporaryDir.create()) {
            return ask(cluster, dir.path(), output, question);
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
