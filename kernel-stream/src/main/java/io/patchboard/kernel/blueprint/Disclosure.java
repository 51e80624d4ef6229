package io.patchboard.kernel.blueprint;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.patch.Abbreviation;
import io.patchboard.kernel.patch.Operation;
import io.patchboard.kernel.patch.PathPattern;
import io.patchboard.kernel.patch.Revision;
import io.patchboard.record.PatchRejected.Told;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import io.patchboard.record.Stage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What of a rejection a worker may be told. A worker that provokes an error must not learn by it what it may not read.
 *
 * <p>Who refuses says which place's value the message quotes. The worker is told the message if it may read all that is
 * there, or has just proposed it itself; else one that is made of the blueprint alone. Of the pointer it is told as
 * much as it may read, has written itself or has in its contract. Another worker is told the same if it may read
 * whatever the first may read or write, and else what the blueprint says of the rule that was broken: the words of a
 * proposal are its author's.
 */
public final class Disclosure {

    /** Paths are compared token by token. */
    private static final int TOKENS_OF_A_COMPARISON = 8;

    private static final String WITHHELD = " What is there is outside of what this worker may read.";
    private static final String ANOTHERS = " The rejected words are those of worker \"%s\", which knows more.";

    private static final JsonPointer STATE_SCHEMA = JsonPointer.parse("/state/schema");

    private final Blueprint blueprint;

    /** By the names of both, whether one may read whatever the other may read or write: it takes all their paths. */
    private final Map<List<String>, Boolean> readsAll = new HashMap<>();

    public Disclosure(Blueprint blueprint) {
        this.blueprint = blueprint;
    }

    /**
     * What the author of a proposal is told.
     *
     * @param quoted the place of the state, before or after the patch, of whose value the message tells; absent if of
     *     none
     * @param sent the patch as its author sent it
     * @param state before the patch
     * @param candidate what the proposal would do; absent if it cannot be done
     * @return absent if that is all
     */
    public Optional<Told> told(
            Rejection rejection,
            Optional<JsonPointer> quoted,
            WorkerRole author,
            Json sent,
            Json state,
            Optional<Revision> candidate) {
        if (!intoState(rejection)) {
            return Optional.empty();
        }
        JsonPointer pointer = pointer(rejection.pointer());
        Json latest = candidate.map(Revision::after).orElse(state);
        JsonPointer shown = shown(pointer, author, NamedPlaces.in(sent, latest), candidate);
        boolean quotes = quoted.isPresent()
                && (author.boundary().handles() || !author.mayReadAll(quoted.get()))
                && candidate
                        .flatMap(revision -> bringing(quoted.get(), revision, author))
                        .isEmpty();
        return quotes || !shown.toString().equals(rejection.pointer())
                ? Optional.of(new Told(shown.toString(), plain(rejection, shown) + WITHHELD))
                : Optional.empty();
    }

    /** A rejection, as its author was told of it, for another worker, that takes over or looks on. */
    public Rejection forAnother(Rejection told, WorkerRole author, WorkerRole other) {
        if (told.stage() == Stage.TIMEOUT
                || other.name().equals(author.name())
                || !other.boundary().handles() && readsAll(author, other)) {
            return told;
        }
        JsonPointer pointer = pointer(told.pointer());
        JsonPointer shown = intoState(told) ? inContract(pointer, other, digits(pointer)) : JsonPointer.ROOT;
        return new Rejection(
                told.stage(),
                told.code(),
                shown.toString(),
                told.rule(),
                plain(told, shown) + ANOTHERS.formatted(author.name()));
    }

    /**
     * A rejection, as its author was told of it, for a worker that has nothing to do with it but that it was at a place
     * where that worker is to work now.
     *
     * @return absent if it speaks of what this worker may neither read nor has in its contract, or of what holds values
     *     that are private to others
     */
    public Optional<Rejection> forBystander(Rejection told, WorkerRole author, WorkerRole bystander) {
        JsonPointer pointer = intoState(told) ? pointer(told.pointer()) : JsonPointer.ROOT;
        boolean mayKnow = !intoState(told)
                || !bystander.hidden().touches(pointer)
                        && known(pointer, bystander, digits(pointer)).equals(pointer);
        return mayKnow || readsAll(author, bystander)
                ? Optional.of(forAnother(told, author, bystander))
                : Optional.empty();
    }

    /**
     * Whether a worker is told in an author's own words why an answer was rejected. Who is shown handles in place of
     * untrusted words is told nobody else's.
     */
    public static boolean tellsWords(WorkerRole author, WorkerRole other) {
        return other.name().equals(author.name()) || !other.boundary().handles() && other.mayReadWhatIsFor(author);
    }

    /** Paths of one that are held against paths of the other to find that out, at most; a long one counts more. */
    public static long comparisons(WorkerRole author, WorkerRole other) {
        long reads = 0;
        for (PathPattern read : other.reads()) {
            reads += 1 + read.depth() / TOKENS_OF_A_COMPARISON;
        }
        return reads * (author.reads().size() + author.writes().size());
    }

    private boolean readsAll(WorkerRole author, WorkerRole other) {
        return readsAll.computeIfAbsent(List.of(author.name(), other.name()), any -> other.mayReadWhatIsFor(author));
    }

    private static boolean intoState(Rejection rejection) {
        return rejection.stage().subject() == Stage.Subject.STATE;
    }

    /** The pointer of a rejection; the root for one that was cut within an escape. */
    public static JsonPointer pointer(String text) {
        try {
            return JsonPointer.parse(text);
        } catch (IllegalArgumentException e) {
            return JsonPointer.ROOT;
        }
    }

    private static JsonPointer shown(
            JsonPointer pointer, WorkerRole author, NamedPlaces named, Optional<Revision> candidate) {
        JsonPointer visible = author.hidden().visible(pointer);
        boolean own = named.have(visible)
                || candidate
                        .flatMap(revision -> bringing(visible, revision, author))
                        .filter(named::have)
                        .isPresent();
        List<Boolean> indices = named.indices(visible);
        return own
                ? visible
                : author.boundary().handles() ? inContract(visible, author, indices) : known(visible, author, indices);
    }

    /** Where the patch writes to that brings, word for word, the value at a place. */
    private static Optional<JsonPointer> bringing(JsonPointer place, Revision revision, WorkerRole author) {
        if (place.isRoot() || author.hidden().touches(place)) {
            return Optional.empty();
        }
        Optional<Json> value = place.resolve(revision.after());
        return revision.patch().operations().stream()
                .filter(operation ->
                        value.isPresent() && brought(operation, place).equals(value))
                .map(Operation::path)
                .findFirst();
    }

    private static Optional<Json> brought(Operation operation, JsonPointer place) {
        Optional<Json> value = operation instanceof Operation.Add add
                ? Optional.of(add.value())
                : operation instanceof Operation.Replace replace ? Optional.of(replace.value()) : Optional.empty();
        int depth = operation.path().tokens().size();
        return value.filter(any -> operation.path().isPrefixOf(place))
                .flatMap(any -> new JsonPointer(
                                place.tokens().subList(depth, place.tokens().size()))
                        .resolve(any));
    }

    /** The tokens that are taken for indices by who does not know the state. */
    private static List<Boolean> digits(JsonPointer pointer) {
        return pointer.tokens().stream()
                .map(token -> JsonPointer.arrayIndex(token).isPresent())
                .toList();
    }

    /** The pointer up to the first name that the worker may neither read nor has in its contract. */
    private static JsonPointer known(JsonPointer pointer, WorkerRole role, List<Boolean> indices) {
        int contract = inContract(pointer, role, indices).tokens().size();
        for (int length = contract + 1; length <= pointer.tokens().size(); length++) {
            if (!role.mayRead(pointer.first(length))) {
                return pointer.first(length - 1);
            }
        }
        return pointer;
    }

    /** The pointer as far as the worker's contract has each of its names, or it is an index. */
    private static JsonPointer inContract(JsonPointer pointer, WorkerRole role, List<Boolean> indices) {
        int longest = 0;
        for (PathPattern pattern : role.contract().toList()) {
            longest = Math.max(longest, literally(pattern.segments(), pointer.tokens(), indices));
        }
        return role.hidden().visible(pointer.first(longest));
    }

    private static int literally(List<String> segments, List<String> tokens, List<Boolean> indices) {
        int length = 0;
        while (length < Math.min(segments.size(), tokens.size())
                && (segments.get(length).equals(tokens.get(length))
                        || !isName(segments.get(length)) && indices.get(length))) {
            length++;
        }
        return length;
    }

    private static boolean isName(String segment) {
        return !segment.equals(PathPattern.ANY) && !segment.equals(JsonPointer.END);
    }

    /** What was expected, as the blueprint says it. */
    private String plain(Rejection rejection, JsonPointer shown) {
        String where = shown.isRoot() ? "" : " at " + shown;
        return switch (rejection.stage()) {
            case SYNTAX -> "Expected a JSON Patch, but the answer is none that can be taken.";
            case AUTHORIZATION -> "Expected operations that the contract grants, but one is none.";
            case APPLICATION ->
                rejection.is(RejectionCode.EXISTS)
                        ? "Expected nothing" + where + ", but something is there."
                        : "Expected a value" + where + ", but there is none that the patch can be applied to.";
            case PRECONDITION -> "Expected what the patch relies on" + where + ", but it is not so.";
            case SCHEMA ->
                "Expected what \"" + rejection.code() + "\" of the schema asks for" + asked(rejection) + where
                        + ", but it is not so.";
            case INVARIANT ->
                "Expected the invariant \"" + rejection.rule().orElse("") + "\" to hold" + where
                        + ", but it " + (rejection.is(RejectionCode.VIOLATED) ? "does not" : "cannot be evaluated")
                        + said(rejection) + ".";
            case WORKER -> "Expected an answer, but the worker reports that it has none.";
            default -> "Expected something else" + where + ".";
        };
    }

    private String asked(Rejection rejection) {
        return rejection
                .rule()
                .map(Disclosure::pointer)
                .map(place -> place.child(rejection.code()))
                .flatMap(place -> STATE_SCHEMA.resolve(blueprint.source()).flatMap(place::resolve))
                .map(limit -> " (" + Abbreviation.of(limit) + ")")
                .orElse("");
    }

    private String said(Rejection rejection) {
        return blueprint.invariants().stream()
                .filter(invariant -> Optional.of(invariant.name()).equals(rejection.rule()))
                .findFirst()
                .map(invariant ->
                        ": " + invariant.message().orElse(invariant.condition().toString()))
                .orElse("");
    }
}
