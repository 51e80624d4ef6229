package io.patchboard.client.model;

import io.patchboard.record.Word;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Which rejections to count, and by what. What is absent lets all pass.
 *
 * @param blueprint name or hash of the boards' blueprint
 * @param since time of the first
 * @param limit how many counts are told at most, those of most rejections first
 */
public record RejectionQuery(
        Optional<String> board, Optional<String> blueprint, Optional<Instant> since, By by, int limit) {

    /** What is told where nobody says how much. */
    public static final int LIMIT = 500;

    public RejectionQuery(Optional<String> board, Optional<String> blueprint, Optional<Instant> since, By by) {
        this(board, blueprint, since, by, LIMIT);
    }

    /** Whether clauses that have not fired are told: of all blueprints that there ever were they would be too many. */
    boolean tellsAllClauses() {
        return by == By.CLAUSE && (board.isPresent() || blueprint.isPresent());
    }

    /**
     * The same as conditions on a row {@code v} of a board at a time, and {@code r} of its blueprint.
     *
     * @param values takes the values of the parameters
     */
    String where(List<Object> values) {
        StringBuilder where = new StringBuilder();
        board.ifPresent(id -> {
            where.append(" AND v.board = (SELECT number FROM board WHERE id = ?)");
            values.add(id);
        });
        blueprint.ifPresent(name -> {
            where.append(" AND (r.name = ? OR r.hash = ?)");
            values.add(name);
            values.add(name);
        });
        since.ifPresent(time -> {
            where.append(" AND v.time >= ?");
            values.add(time.toEpochMilli());
        });
        return where.toString();
    }

    /** A worker with its version, of a row {@code v}; the worker alone where it has none. */
    static final String VERSIONED = "CASE v.version WHEN '' THEN v.worker ELSE v.worker || '@' || v.version END";

    /** What rejections have in common that are counted together. */
    public enum By implements Word {
        /** Of a blueprint, by its hash and the clause's place in it. */
        CLAUSE,
        WORKER,
        /** As the usage of answers names it. */
        MODEL,
        /** A worker with its version, as the usage of answers names it. */
        VERSION,
        STAGE,
        /** Of the state, with {@code *} for each index. */
        PATH
    }
}
