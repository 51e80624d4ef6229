package io.patchboard.standalone.cli.base;

import io.patchboard.client.model.BoardModel;
import io.patchboard.standalone.run.TemporaryDir;
import io.patchboard.standalone.screen.Pulse;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;

/**
 * An index of a whole log, on disk while a command needs it: what the command keeps in memory does not grow with the
 * boards. It takes about as much disk as the log.
 */
public final class LogIndex {

    private LogIndex() {}

    /**
     * Makes it, shows how far that is, and asks it something.
     *
     * @throws CliException if there is no log, or it cannot be read
     */
    public static <T> T ask(Cluster cluster, Output output, Function<BoardModel, T> question) {
        if (cluster.logReader().topics().isEmpty()) {
            throw CliException.noLog(cluster.connection().topics().prefix());
        }
        try (TemporaryDir dir = TemporaryDir.create();
                BoardModel model = BoardModel.follow(cluster.connection(), dir.path())) {
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
