package io.patchboard.standalone.cli.board;

import io.patchboard.text.Spelling;
import java.util.LinkedHashSet;
import java.util.Set;

/** The boards that were passed over while one was looked for that there is not: somebody may have meant one of them. */
public final class OtherBoards {

    /** Enough for who writes names by hand. */
    private static final int MOST = 10_000;

    private final Set<String> ids = new LinkedHashSet<>();

    public void add(String boardId) {
        if (ids.size() < MOST) {
            ids.add(boardId);
        }
    }

    /** {@code  Did you mean "..."?}, or nothing. */
    public String question(String boardId) {
        return Spelling.question(boardId, ids);
    }
}
