package io.patchboard.standalone.cli.replay;

import io.patchboard.json.JsonObject;
import io.patchboard.standalone.screen.Text;

/**
 * One way in which a log is not what it should be.
 *
 * @param sequence 0 where a record has none that can be read
 */
record Finding(String board, long sequence, String field, String expected, String found) {

    JsonObject json() {
        return JsonObject.builder()
                .put("board", board)
                .put("sequence", sequence)
                .put("field", field)
                .put("expected", expected)
                .put("found", found)
                .build();
    }

    String line() {
        String place = board.isEmpty() ? "" : Text.printable(board) + " #" + sequence + " ";
        return place + field + ": Expected " + Text.brief(expected, 200) + ", but got " + Text.brief(found, 200);
    }
}
