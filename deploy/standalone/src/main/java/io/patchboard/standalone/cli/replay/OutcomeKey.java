package io.patchboard.standalone.cli.replay;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import java.util.List;

/** What an input and its outcome have in common, as 64 bits of a hash. */
final class OutcomeKey {

    private OutcomeKey() {}

    static long proposal(String board, String worker, String invocation, String id) {
        return of("proposal", board, worker, invocation, id);
    }

    static long command(String board, String id) {
        return of("command", board, id);
    }

    /** By what a rejection repeats. */
    static long repeated(String board, Json sent) {
        if (isWithheld(sent)) {
            return withheld(board);
        }
        return isExcerpt(sent) ? excerpt(board, InputNames.text(sent, "sha256")) : echo(board, sent);
    }

    static boolean isWithheld(Json sent) {
        return sent instanceof JsonObject object && object.has("withheld");
    }

    private static boolean isExcerpt(Json sent) {
        return sent instanceof JsonObject object
                && !object.has("boardId")
                && object.get("bytes").filter(JsonNumber.class::isInstance).isPresent()
                && object.has("sha256")
                && object.has("beginning");
    }

    /** A rejection repeats what was sent, if it is small. */
    static long echo(String board, Json sent) {
        return of("echo", board, CanonicalJson.sha256(sent));
    }

    /** Of a large or unreadable record the rejection has the hash. */
    static long excerpt(String board, String sha256) {
        return of("excerpt", board, sha256);
    }

    /** Of a record that may have what was to be sealed the rejection has nothing. */
    static long withheld(String board) {
        return of("withheld", board);
    }

    static long board(String board) {
        return of("board", board);
    }

    private static long of(String... parts) {
        return JsonArray.ofStrings(List.of(parts)).digest().first();
    }
}
