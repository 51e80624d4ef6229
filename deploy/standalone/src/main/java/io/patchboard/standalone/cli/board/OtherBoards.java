package io.patchboard.standalone.cli.board;

import io.patchboard.client.log.LogListener;
import io.patchboard.client.log.LogRecord;
import io.patchboard.client.log.Progress;
import io.patchboard.client.model.BoardModel;
import io.patchboard.client.model.BoardPage;
import io.patchboard.client.model.BoardQuery;
import io.patchboard.record.BoardCreated;
import io.patchboard.standalone.cli.base.Cluster;
import io.patchboard.standalone.cli.base.LogIndex;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.screen.Pulse;
import io.patchboard.text.Spelling;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/** The boards that were passed over while one was looked for that there is not: somebody may have meant one of them. */
public final class OtherBoards {

    /** Enough for who writes names by hand. */
    private static final int MOST = 10_000;

    private final Set<String> ids = new LinkedHashSet<>();

    /** Those that there are. Without an index it reads all logs, which is dear: for who has asked in vain already. */
    static OtherBoards of(Cluster cluster, Output output) {
        return LogIndex.askKept(cluster, output, OtherBoards::of).orElseGet(() -> read(cluster, output));
    }

    static OtherBoards of(BoardModel model) {
        OtherBoards others = new OtherBoards();
        Optional<BoardPage.Place> next = Optional.of(BoardPage.Place.FIRST);
        while (next.isPresent() && others.ids.size() < MOST) {
            BoardPage page = model.list(BoardQuery.ALL, next.get(), MOST);
            page.boards().forEach(board -> others.add(board.boardId()));
            next = page.next();
        }
        return others;
    }

    private static OtherBoards read(Cluster cluster, Output output) {
        OtherBoards others = new OtherBoards();
        Progress entries = new Progress();
        try (Pulse pulse = Pulse.startLater(output.errors(), () -> "Looking for boards: " + entries)) {
            cluster.logReader().scan(Optional.empty(), new LogListener() {

                @Override
                public boolean entry(LogRecord next) {
                    entries.entry();
                    if (next.entry().event() instanceof BoardCreated) {
                        others.add(next.boardId());
                    }
                    return true;
                }

                @Override
                public void progress(int percent) {
                    entries.percent(percent);
                }
            });
        }
        return others;
    }

    public void add(String boardId) {
        if (ids.size() < MOST) {
            ids.add(boardId);
        }
    }

    void addAll(OtherBoards others) {
        others.ids.forEach(this::add);
    }

    /** {@code  Did you mean "..."?}, or nothing. */
    public String question(String boardId) {
        return Spelling.question(boardId, ids);
    }
}
