package io.patchboard.gateway.runner.llm;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonString;
import io.patchboard.json.JsonSyntaxException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the patch in what a model said.
 *
 * <p>What is asked for is {@code {"patch": [...]}} and nothing else. What models say is that in a code fence, between polite
 * sentences, behind their thoughts, without the object around it, or with a comma too many. All of it is taken, and each kind
 * is noted. Two answers that differ are not: to choose would be to guess.
 */
final class ReplyReader {

    private static final Pattern END_OF_THOUGHTS = Pattern.compile("</(think|thinking|reasoning)>");
    private static final Pattern OPEN_THOUGHTS = Pattern.compile("^\\s*<(think|thinking|reasoning)>");
    private static final Pattern FENCE = Pattern.compile("```[a-zA-Z0-9_-]*");

    /** One level less than a proposal may have, because a patch is put into one. */
    private static final JsonReader READER =
            new JsonReader(JsonLimits.DEFAULT.withMaxDepth(JsonLimits.DEFAULT.maxDepth() - 1));

    private ReplyReader() {}

    static ReadReply read(String text) throws UnreadableReplyException {
        Optional<ReadReply> asAsked = accept(text.strip(), List.of());
        if (asAsked.isPresent()) {
            return asAsked.get();
        }
        List<String> repairs = new ArrayList<>();
        String rest = afterThoughts(text);
        if (rest.length() < text.length()) {
            repairs.add("thoughts");
        }
        if (OPEN_THOUGHTS.matcher(rest).find()) {
            throw new UnreadableReplyException("it ends within its thoughts");
        }
        Optional<ReadReply> plain = accept(rest.strip(), repairs);
        return plain.isPresent() ? plain.get() : search(rest, repairs);
    }

    /** The beginning may be missing, as some servers put it into the prompt. An end within the answer is the answer's. */
    private static String afterThoughts(String text) {
        String rest = text;
        Matcher end = END_OF_THOUGHTS.matcher(rest);
        while (end.find() && (rest.equals(text) || OPEN_THOUGHTS.matcher(rest).find())) {
            rest = rest.substring(end.end());
            end = END_OF_THOUGHTS.matcher(rest);
        }
        return rest;
    }

    private static ReadReply search(String text, List<String> repairs) throws UnreadableReplyException {
        List<ReadReply> found = new ArrayList<>();
        for (String span : JsonSpans.of(text)) {
            accept(span, plus(repairs, around(text, span)))
                    .filter(reply -> !reply.patch().isEmpty() || isWrapped(span))
                    .ifPresent(found::add);
        }
        long different = found.stream().map(ReadReply::patch).distinct().count();
        if (different > 1) {
            throw new UnreadableReplyException("it has " + different + " answers that differ");
        }
        return found.stream()
                .findFirst()
                .orElseThrow(() -> new UnreadableReplyException("there is no {\"patch\": [...]} in it"));
    }

    private static List<String> around(String text, String span) {
        String outside = text.replace(span, "");
        String words = FENCE.matcher(outside).replaceAll("");
        List<String> around = new ArrayList<>();
        if (words.length() < outside.length()) {
            around.add("code-fence");
        }
        if (!words.isBlank()) {
            around.add("prose");
        }
        return around;
    }

    /** An empty array among words is no answer, and one that is called a patch is. */
    private static boolean isWrapped(String span) {
        return span.startsWith("{");
    }

    private static Optional<ReadReply> accept(String json, List<String> repairs) {
        Optional<ReadReply> strict = parse(json).flatMap(value -> unwrap(value, repairs));
        if (strict.isPresent()) {
            return strict;
        }
        String mended = TrailingCommas.remove(json);
        return mended.length() == json.length()
                ? Optional.empty()
                : parse(mended).flatMap(value -> unwrap(value, plus(repairs, List.of("trailing-comma"))));
    }

    private static Optional<ReadReply> unwrap(Json value, List<String> repairs) {
        if (value instanceof JsonArray array) {
            return isPatch(array)
                    ? Optional.of(new ReadReply(array, plus(repairs, List.of("bare-array"))))
                    : Optional.empty();
        }
        if (!(value instanceof JsonObject object)) {
            return Optional.empty();
        }
        if (object.get("patch").isPresent()) {
            return patch(object.get("patch").get(), repairs);
        }
        if (isOperation(object) && !isMentioned(repairs)) {
            return Optional.of(new ReadReply(JsonArray.of(object), plus(repairs, List.of("single-operation"))));
        }
        return object.size() == 1 ? renamed(object, repairs) : Optional.empty();
    }

    private static Optional<ReadReply> patch(Json patch, List<String> repairs) {
        if (patch instanceof JsonArray array) {
            return Optional.of(new ReadReply(array, repairs));
        }
        if (patch instanceof JsonObject operation && isOperation(operation)) {
            return Optional.of(new ReadReply(JsonArray.of(operation), plus(repairs, List.of("single-operation"))));
        }
        return patch instanceof JsonString text
                ? parse(text.value())
                        .filter(JsonArray.class::isInstance)
                        .map(array -> new ReadReply((JsonArray) array, plus(repairs, List.of("patch-as-text"))))
                : Optional.empty();
    }

    private static Optional<ReadReply> renamed(JsonObject object, List<String> repairs) {
        Map.Entry<String, Json> only = object.members().entrySet().iterator().next();
        return only.getValue() instanceof JsonArray array && !array.isEmpty() && isPatch(array)
                ? Optional.of(new ReadReply(array, plus(repairs, List.of("renamed-member"))))
                : Optional.empty();
    }

    /** Whether it stands among words as an example might. */
    private static boolean isMentioned(List<String> repairs) {
        return repairs.contains("prose") && !repairs.contains("code-fence");
    }

    private static boolean isPatch(JsonArray array) {
        for (Json operation : array) {
            if (!(operation instanceof JsonObject object) || !isOperation(object)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isOperation(JsonObject object) {
        return object.get("op").orElse(Json.nul()) instanceof JsonString
                && object.get("path").orElse(Json.nul()) instanceof JsonString;
    }

    private static Optional<Json> parse(String json) {
        if (!json.startsWith("{") && !json.startsWith("[")) {
            return Optional.empty();
        }
        try {
            return Optional.of(READER.read(json));
        } catch (JsonSyntaxException e) {
            return Optional.empty();
        }
    }

    private static List<String> plus(List<String> some, List<String> more) {
        Set<String> all = new LinkedHashSet<>(some);
        all.addAll(more);
        return List.copyOf(all);
    }
}
