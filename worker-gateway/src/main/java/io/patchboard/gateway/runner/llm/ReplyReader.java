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
 * <p>What is asked for is {@code {"patch": [...]}} and nothing else. What models say is that in a code fence, between
 * polite sentences, behind their thoughts, without the object around it, or with a comma too many. All of it is taken,
 * and each kind is noted. Two answers that differ are not: to choose would be to guess.
 */
final class ReplyReader {

    private static final Pattern END_OF_THOUGHTS = Pattern.compile("</(think|thinking|reasoning)>");
    private static final Pattern OPEN_THOUGHTS = Pattern.compile("\\s*<(think|thinking|reasoning)>");
    private static final Pattern FENCE = Pattern.compile("```[a-zA-Z0-9_-]*");

    /** One level less than a proposal may have, because a patch is put into one. */
    private static final JsonReader READER =
            new JsonReader(JsonLimits.SENT.withMaxDepth(JsonLimits.SENT.maxDepth() - 1));

    private final CharsRead read;

    private ReplyReader(CharsRead read) {
        this.read = read;
    }

    /** @throws InterruptedException if the thread is interrupted, which a reply of some size leaves time for */
    static ReadReply read(String text) throws UnreadableReplyException, InterruptedException {
        return read(text, new CharsRead());
    }

    static ReadReply read(String text, CharsRead read) throws UnreadableReplyException, InterruptedException {
        return new ReplyReader(read).reply(text);
    }

    private ReadReply reply(String text) throws UnreadableReplyException, InterruptedException {
        Optional<ReadReply> asAsked = accept(text.strip(), List.of());
        if (asAsked.isPresent()) {
            return asAsked.get();
        }
        List<String> repairs = new ArrayList<>();
        String rest = afterThoughts(text);
        if (rest.length() < text.length()) {
            repairs.add("thoughts");
        }
        if (OPEN_THOUGHTS.matcher(rest).lookingAt()) {
            throw new UnreadableReplyException("it ends within its thoughts");
        }
        Optional<ReadReply> plain = accept(rest.strip(), repairs);
        return plain.isPresent() ? plain.get() : search(rest, repairs);
    }

    /**
     * The beginning may be missing, as some servers put it into the prompt. An end within the answer is the answer's.
     */
    private String afterThoughts(String text) throws InterruptedException {
        Matcher open = OPEN_THOUGHTS.matcher(text);
        Matcher end = END_OF_THOUGHTS.matcher(text);
        int begin = 0;
        while (end.find() && (begin == 0 || open.region(begin, text.length()).lookingAt())) {
            read.add(end.end() - begin);
            begin = end.end();
        }
        return text.substring(begin);
    }

    private ReadReply search(String text, List<String> repairs) throws UnreadableReplyException, InterruptedException {
        JsonSpans parts = JsonSpans.of(text, read);
        List<String> around = plus(repairs, around(parts));
        Optional<ReadReply> answer = Optional.empty();
        for (String span : parts.spans()) {
            Optional<ReadReply> found =
                    accept(span, around).filter(reply -> !reply.patch().isEmpty() || isWrapped(span));
            if (answer.isEmpty()) {
                answer = found;
            } else if (found.isPresent()
                    && !found.get().patch().equals(answer.get().patch())) {
                throw new UnreadableReplyException("it has answers that differ");
            }
        }
        return answer.orElseThrow(() -> new UnreadableReplyException("there is no {\"patch\": [...]} in it"));
    }

    /** What stands around a span; another span is prose to it, unless it says the same. */
    private List<String> around(JsonSpans parts) throws InterruptedException {
        read.add(parts.between().length());
        String words = FENCE.matcher(parts.between()).replaceAll("");
        List<String> around = new ArrayList<>();
        if (words.length() < parts.between().length()) {
            around.add("code-fence");
        }
        List<String> spans = parts.spans();
        if (!words.isBlank() || !spans.stream().allMatch(span -> span.equals(spans.get(0)))) {
            around.add("prose");
        }
        return around;
    }

    /** An empty array among words is no answer, and one that is called a patch is. */
    private static boolean isWrapped(String span) {
        return span.startsWith("{");
    }

    private Optional<ReadReply> accept(String json, List<String> repairs) throws InterruptedException {
        read.add(json.length());
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
