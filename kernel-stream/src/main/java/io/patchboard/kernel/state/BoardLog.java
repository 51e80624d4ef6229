package io.patchboard.kernel.state;

import io.patchboard.json.JsonObject;
import io.patchboard.record.Fields;
import io.patchboard.record.LogHeader;
import java.time.Instant;

/**
 * How far a board's log is.
 *
 * @param sequence of the last entry; 0 before the first
 * @param time of the last entry
 * @param lastHash of the last entry
 */
public record BoardLog(String id, long sequence, Instant time, String lastHash) {

    static BoardLog empty(String id) {
        return new BoardLog(id, 0, Instant.EPOCH, LogHeader.GENESIS_HASH);
    }

    /** After an entry. */
    public static BoardLog after(LogHeader header) {
        return new BoardLog(header.boardId(), header.sequence(), header.time(), header.hash());
    }

    JsonObject toJson() {
        return JsonObject.builder()
                .put("id", id)
                .put("sequence", sequence)
                .put("time", LogHeader.format(time))
                .put("lastHash", lastHash)
                .build();
    }

    static BoardLog read(Fields fields) {
        return new BoardLog(
                fields.string("id"), fields.integer("sequence"), fields.time("time"), fields.string("lastHash"));
    }

    void measure(BoardSize size) {
        size.text(id);
    }
}
