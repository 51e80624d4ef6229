package io.patchboard.standalone.http;

import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.patchboard.client.model.BoardModel;
import io.patchboard.client.model.BoardPage;
import io.patchboard.client.model.BoardPage.Place;
import io.patchboard.client.model.BoardQuery;
import io.patchboard.client.model.BoardQuery.Label;
import io.patchboard.client.model.BoardQuery.Needs;
import io.patchboard.client.model.BoardQuery.Order;
import io.patchboard.client.model.Summary;
import io.patchboard.gateway.http.ProblemException;
import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.state.Phase;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a request for a list asks for. A cursor begins with a hash of what else was asked, so that one of another list
 * is known as such; it means the same at every server.
 *
 * @param after where the part begins
 */
record ListQuery(BoardQuery boards, Place after) {

    static final String[] PARAMETERS = {
        "phase", "blueprint", "worker", "label", "index", "degraded", "q", "needsPerson", "order", "limit", "cursor"
    };

    private static final Pattern CURSOR = Pattern.compile("(\\p{XDigit}{16}) (-?\\d{1,18}) (.+)", Pattern.DOTALL);
    private static final int HASH_CHARS = 16;

    /** For writing down by which values boards are found; usually nothing is left to do. */
    private static final Duration INDEX_TIME = Duration.ofSeconds(5);

    /** @throws ProblemException if a parameter has no meaning, or the cursor is of another list */
    static ListQuery of(Context context) {
        return new ListQuery(
                        new BoardQuery(
                                        phase(context),
                                        text(context, "blueprint"),
                                        text(context, "worker"),
                                        text(context, "label").map(Label::parse),
                                        text(context, "q"),
                                        flag(context, "needsPerson") ? Optional.of(Needs.PERSON) : Optional.empty(),
                                        order(context))
                                .withIndex(text(context, "index").map(ListQuery::index))
                                .withDegraded(flag(context, "degraded")),
                        Place.FIRST)
                .at(text(context, "cursor"));
    }

    /** All boards on which a person has something to decide or to answer; throws as {@link #of}. */
    static ListQuery inbox(Context context) {
        return new ListQuery(BoardQuery.ALL.needing(Needs.PERSON_ITSELF), Place.FIRST).at(text(context, "cursor"));
    }

    /**
     * The part of the list.
     *
     * @throws ProblemException if it asks for values of boards that are not known yet
     */
    BoardPage page(BoardModel model, int most) throws InterruptedException {
        if (boards.asksForValues() && !model.indexes().refresh(INDEX_TIME)) {
            throw ReadRoutes.notYet("Expected the values of all boards to be known, but those of some are not yet.");
        }
        return model.list(boards, after, most);
    }

    private ListQuery at(Optional<String> cursor) {
        return cursor.isEmpty() ? this : new ListQuery(boards, place(cursor.get()));
    }

    private Place place(String cursor) {
        Matcher parts = CURSOR.matcher(decoded(cursor));
        if (!parts.matches()) {
            throw bad("Expected as cursor what an answer had as its next, but got \"" + cursor + "\".");
        }
        if (!parts.group(1).equals(hash())) {
            throw bad("Expected a cursor that belongs to the other parameters of this request, but it is of another"
                    + " list. Ask with the parameters that the answer before was asked with (limit may differ), or"
                    + " without cursor.");
        }
        return new Place(Instant.ofEpochMilli(Long.parseLong(parts.group(2))), parts.group(3));
    }

    private static String decoded(String cursor) {
        try {
            return new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return "";
        }
    }

    private String cursor(Place next) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString((hash() + " " + next.time().toEpochMilli() + " " + next.boardId())
                        .getBytes(StandardCharsets.UTF_8));
    }

    private String hash() {
        return CanonicalJson.sha256(JsonObject.builder()
                        .putStringIfPresent("phase", boards.phase().map(Phase::word))
                        .putStringIfPresent("blueprint", boards.blueprint())
                        .putStringIfPresent("worker", boards.worker())
                        .putStringIfPresent("label", boards.label().map(Label::toString))
                        .putStringIfPresent("index", boards.index().map(Label::toString))
                        .putIfPresent("degraded", Optional.of(Json.of(true)).filter(any -> boards.degraded()))
                        .putStringIfPresent("q", boards.text())
                        .putStringIfPresent("needs", boards.needs().map(Needs::name))
                        .put("order", boards.order().word())
                        .build())
                .substring(0, HASH_CHARS);
    }

    /** @param name of the member with the boards, as they are shown */
    JsonObject body(String name, BoardPage page, Function<Summary, JsonObject> show) {
        return body(name, page.boards().stream().map(show).toList(), page.next());
    }

    /** The same, where a board has any number of them. */
    JsonObject body(String name, List<JsonObject> shown, Optional<Place> next) {
        return JsonObject.builder()
                .put(name, JsonArray.copyOf(shown))
                .putStringIfPresent("next", next.map(this::cursor))
                .build();
    }

    private static Optional<String> text(Context context, String name) {
        return Optional.ofNullable(context.queryParam(name));
    }

    private static Label index(String text) {
        int end = text.indexOf(':');
        if (end < 1 || end == text.length() - 1) {
            throw bad("Expected the name of an index and a value as index, such as orderId:42, but got \"" + text
                    + "\".");
        }
        return new Label(text.substring(0, end), Optional.of(text.substring(end + 1)));
    }

    private static Optional<Phase> phase(Context context) {
        List<Phase> phases = Arrays.stream(Phase.values())
                .filter(phase -> phase != Phase.ABSENT)
                .toList();
        return text(context, "phase").map(word -> oneOf("phase", word, phases, Phase::word));
    }

    private static Order order(Context context) {
        return text(context, "order")
                .map(word -> oneOf("order", word, List.of(Order.values()), Order::word))
                .orElse(Order.ID);
    }

    private static <T> T oneOf(String name, String word, List<T> known, Function<T, String> toWord) {
        return known.stream()
                .filter(one -> toWord.apply(one).equals(word))
                .findFirst()
                .orElseThrow(() -> bad("Expected one of "
                        + String.join(", ", known.stream().map(toWord).toList()) + " as " + name + ", but got \"" + word
                        + "\"."));
    }

    static boolean flag(Context context, String name) {
        String text = Optional.ofNullable(context.queryParam(name)).orElse("false");
        if (!text.equals("true") && !text.equals("false")) {
            throw bad("Expected true or false as " + name + ", but got \"" + text + "\".");
        }
        return text.equals("true");
    }

    private static ProblemException bad(String detail) {
        return new ProblemException(HttpStatus.BAD_REQUEST, detail);
    }
}
