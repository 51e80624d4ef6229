package io.patchboard.kernel.blueprint;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.cel.CelExpression;
import io.patchboard.kernel.patch.PathPattern;
import io.patchboard.kernel.work.Work;
import io.patchboard.kernel.work.WorkKind;
import io.patchboard.record.Failure;
import io.patchboard.record.Stage;
import io.patchboard.record.Word;
import io.patchboard.sign.AuthorKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What one role may see and do.
 *
 * @param writes the write contract, compiled
 * @param writesSource the write contract as the blueprint has it, for invocations
 * @param format what its patches have to look like
 * @param reach how far its patches may reach from what an invocation is about; absent if its contract is the only bound
 * @param hidden what is private to others, whatever the read contract says
 * @param view what all of its views have in common
 * @param keys one of which has to have signed whatever it proposes; none where anybody may speak for it
 * @param maxConcurrent how many of its invocations may be open at once; absent for no bound
 * @param kind what fills it
 * @param budgets what it may use up
 * @param key tells one logical action of its from another; absent if each invocation is one of its own
 * @param handler the worker that undoes what it has done; absent if nobody does
 * @param board what answers it in its place; present just where it is of that kind
 * @param boundary what passes between it and the world outside of the board
 * @param degraded whether it is a fallback, so that what it writes is marked
 */
public record WorkerRole(
        String name,
        String instruction,
        String queue,
        List<PathPattern> reads,
        List<WriteGrant> writes,
        Json writesSource,
        PatchFormat format,
        Optional<Reach> reach,
        HiddenPaths hidden,
        ViewSpec view,
        boolean unsolicited,
        List<AuthorKey> keys,
        Optional<Integer> maxConcurrent,
        Kind kind,
        Policy policy,
        Budgets budgets,
        Optional<CelExpression> key,
        Optional<String> handler,
        Optional<BoardSpec> board,
        Boundary boundary,
        boolean degraded) {

    /** It is written anew for a place, which takes about as many bytes. */
    private static final long UNITS_OF_A_GRANT = 200;

    /** What fills a role. The kernel asks all of them alike; what may be expected of them differs. */
    public enum Kind implements Word {
        PROGRAM,
        MODEL,
        PERSON,
        /** Each of its invocations is answered by a board of its own. */
        BOARD
    }

    /**
     * Whether asking again after this costs the worker neither an attempt nor anything of a budget: it could not be
     * asked, or is a person, who may correct a mistake.
     */
    public boolean forgives(Stage stage, Optional<Failure> failure) {
        return switch (stage.subject()) {
            case WORKER, TIME ->
                policy.outage().isForgiven()
                        && failure.filter(what -> what.kind().passes()).isPresent();
            case SENDER -> false;
            case BYTES, PATCH, STATE, PERSON -> kind == Kind.PERSON;
        };
    }

    /**
     * What it is that no answer came before the deadline. A gateway that took the invocation would have said so in
     * time; people and boards are at work without one.
     */
    public Failure.Kind silence() {
        return kind == Kind.PERSON || kind == Kind.BOARD ? Failure.Kind.TIMEOUT : Failure.Kind.OUTAGE;
    }

    /** What comes when this role's attempts are spent, or the patience with it is. */
    public OnExhausted onExhausted(Set<Failure.Kind> errors, boolean away) {
        if (!Policy.areRepeatable(errors)) {
            return new OnExhausted.Incident();
        }
        return policy.onExhausted(errors)
                .orElse(away || kind == Kind.BOARD ? new OnExhausted.Incident() : new OnExhausted.Stop());
    }

    /** Who takes over whatever keeps this role from its work; nobody takes over from itself. */
    public Optional<String> catcher() {
        return catcher(Set.of());
    }

    /** Who takes over when this role's attempts are spent, and the last one ended so. */
    public Optional<String> catcher(Set<Failure.Kind> errors) {
        return Policy.areRepeatable(errors) ? policy.onExhausted(errors).flatMap(this::other) : Optional.empty();
    }

    /** All who take over after some error. */
    public List<String> catchers() {
        return policy.onExhausted().stream()
                .flatMap(handler -> other(handler.step()).stream())
                .distinct()
                .toList();
    }

    private Optional<String> other(OnExhausted step) {
        return step instanceof OnExhausted.Catch other && !other.worker().equals(name)
                ? Optional.of(other.worker())
                : Optional.empty();
    }

    /** Whether the value at the pointer is within the read contract, but for parts of it that are private to others. */
    public boolean mayRead(JsonPointer pointer) {
        for (PathPattern pattern : reads) {
            if (pattern.covers(pointer)) {
                return !hidden.hides(pointer);
            }
        }
        return false;
    }

    /** Whether all that is at the pointer, and inside of it, may be read; at the root, all that is inside of it. */
    public boolean mayReadAll(JsonPointer pointer) {
        return !hidden.touches(pointer)
                && reads.stream()
                        .anyMatch(pattern -> pattern.covers(pointer)
                                || pointer.isRoot()
                                        && pattern.childrenOf(pointer)
                                                .filter(PathPattern.ANY::equals)
                                                .isPresent());
    }

    /** Whether this role may read whatever the other may read or write: it may then be told what the other was. */
    boolean mayReadWhatIsFor(WorkerRole other) {
        return other.hidden().patterns().containsAll(hidden.patterns())
                && other.contract().allMatch(theirs -> reads.stream().anyMatch(pattern -> pattern.coversAll(theirs)));
    }

    /** All places that the contract speaks of. */
    public Stream<PathPattern> contract() {
        return Stream.concat(reads.stream(), writes.stream().map(WriteGrant::path));
    }

    /** Whether the write contract grants the operation at the pointer. */
    public boolean mayWrite(String operation, JsonPointer pointer) {
        for (WriteGrant grant : writes) {
            if (grant.allows(operation, pointer)) {
                return true;
            }
        }
        return false;
    }

    /** The write contract as far as it is within some places, in the form that a blueprint has it in. */
    public Json writesWithin(List<String> places, Work work) {
        work.charge(WorkKind.ENTRIES, UNITS_OF_A_GRANT * writes.size() * places.size());
        List<JsonPointer> bounds = places.stream().map(JsonPointer::parse).toList();
        List<Json> within = new ArrayList<>();
        for (int i = 0; i < writes.size(); i++) {
            JsonObject grant = (JsonObject) ((JsonArray) writesSource).get(i);
            WriteGrant compiled = writes.get(i);
            bounds.stream()
                    .flatMap(place -> compiled.pathsWithin(place).stream())
                    .distinct()
                    .forEach(path -> within.add(grant.with("path", Json.of(path))));
        }
        return JsonArray.copyOf(within);
    }

    /** Whether it may add at the pointer, but only where nothing is. */
    public boolean mayOnlyCreate(JsonPointer pointer) {
        boolean creates = false;
        for (WriteGrant grant : writes) {
            creates |= grant.creates();
        }
        return creates && writes.stream().noneMatch(grant -> grant.adds(pointer));
    }

    /** Whether what somebody else wrote at the pointer meanwhile may be overwritten. */
    public boolean mayOverwrite(JsonPointer pointer) {
        return writes.stream().anyMatch(grant -> grant.overwrites(pointer));
    }
}
