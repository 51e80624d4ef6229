package io.patchboard.standalone.sources.feed;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.model.BoardIndexes;
import io.patchboard.client.model.BoardModel;
import io.patchboard.client.model.ModelException;
import io.patchboard.standalone.run.TemporaryDir;
import io.patchboard.standalone.sources.Boards;
import io.patchboard.standalone.sources.UnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.errors.InterruptException;

/**
 * Boards by their values and labels, of a cluster whose logs nobody here follows yet: that begins when the first one is
 * looked for, since few sources need it. Safe for use by several threads.
 */
public final class IndexedBoards implements Boards, AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final KafkaConnection connection;
    private Optional<TemporaryDir> dir = Optional.empty();
    private Optional<BoardModel> model = Optional.empty();

    public IndexedBoards(KafkaConnection connection) {
        this.connection = connection;
    }

    /** Those of logs that somebody else follows. */
    public static Boards of(BoardModel model) {
        return new Followed(model);
    }

    @Override
    public BoardIndexes.Found find(String index, String value) throws UnavailableException {
        return of(followed()).find(index, value);
    }

    @Override
    public BoardIndexes.Labelled labelled(String name, String value, Instant since) throws UnavailableException {
        return of(followed()).labelled(name, value, since);
    }

    @Override
    public BoardIndexes.Counted counted(String name, String value, Optional<Instant> since, Set<String> ids)
            throws UnavailableException {
        return of(followed()).counted(name, value, since, ids);
    }

    private record Followed(BoardModel model) implements Boards {

        @Override
        public BoardIndexes.Found find(String index, String value) throws UnavailableException {
            try {
                return model.indexes().find(index, value, PATIENCE);
            } catch (ModelException e) {
                throw new UnavailableException(e.getMessage(), e);
            } catch (InterruptedException e) {
                throw new InterruptException(e);
            }
        }

        @Override
        public BoardIndexes.Labelled labelled(String name, String value, Instant since) throws UnavailableException {
            try {
                return model.indexes().labelled(name, value, since);
            } catch (ModelException e) {
                throw new UnavailableException(e.getMessage(), e);
            }
        }

        @Override
        public BoardIndexes.Counted counted(String name, String value, Optional<Instant> since, Set<String> ids)
                throws UnavailableException {
            try {
                return model.indexes().counted(name, value, since, ids);
            } catch (ModelException e) {
                throw new UnavailableException(e.getMessage(), e);
            }
        }
    }

    private synchronized BoardModel followed() {
        if (model.isEmpty()) {
            TemporaryDir made = TemporaryDir.create();
            dir = Optional.of(made);
            model = Optional.of(BoardModel.follow(connection, made.path()));
        }
        return model.get();
    }

    @Override
    public synchronized void close() {
        model.ifPresent(BoardModel::close);
        dir.ifPresent(TemporaryDir::close);
    }
}
