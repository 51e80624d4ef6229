package io.patchboard.kernel.view;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.state.RememberedRejection;
import io.patchboard.record.Rejection;
import io.patchboard.text.Cut;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Why earlier answers were rejected, one line for each class of error: author, stage, code and path, in which every
 * index counts as {@code *}. The line has the newest message of its class, cut; the full text of each is in the log.
 */
final class Feedback {

    private static final int MESSAGE_CHARS = 240;

    /** No worker has this name. */
    private static final String OWN = "";

    private Feedback() {}

    /**
     * The lines.
     *
     * @param rejections as the worker may be told of them, newest first
     * @param worker who reads them; of others it is said who they are
     */
    static List<Json> lines(List<RememberedRejection> rejections, String worker) {
        Map<List<String>, List<Rejection>> classes = new LinkedHashMap<>();
        for (RememberedRejection remembered : rejections) {
            Rejection rejection = remembered.rejection();
            String author = remembered.author().equals(worker) ? OWN : remembered.author();
            classes.computeIfAbsent(
                            List.of(rejection.stage().name(), rejection.code(), pattern(rejection.pointer()), author),
                            key -> new ArrayList<>())
                    .add(rejection);
        }
        List<Json> lines = new ArrayList<>();
        classes.forEach((key, members) -> lines.add(JsonObject.builder()
                .put("stage", key.get(0))
                .put("code", key.get(1))
                .put("path", key.get(2))
                .putStringIfPresent("by", Optional.of(key.get(3)).filter(author -> !author.equals(OWN)))
                .put("count", members.size())
                .put("message", Cut.within(members.get(0).message(), MESSAGE_CHARS))
                .build()));
        return lines;
    }

    private static String pattern(String pointer) {
        StringBuilder text = new StringBuilder();
        for (String token : pointer.split("/", -1)) {
            text.append(text.length() == 0 && token.isEmpty() ? "" : token(token))
                    .append('/');
        }
        return text.substring(0, text.length() - 1);
    }

    private static String token(String token) {
        return JsonPointer.arrayIndex(token).isPresent() ? "*" : token;
    }
}
