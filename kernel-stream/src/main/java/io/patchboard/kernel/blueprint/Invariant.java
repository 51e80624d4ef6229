package io.patchboard.kernel.blueprint;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.cel.CelAllowance;
import io.patchboard.kernel.cel.CelExpression;
import io.patchboard.kernel.cel.CelOutcome;
import io.patchboard.kernel.cel.Degraded;
import io.patchboard.kernel.patch.PathPattern;
import io.patchboard.kernel.patch.Revision;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A condition that holds in every state.
 *
 * <p>One that reads nothing but {@code self} is a function of that value. What was found to hold of a value holds of it
 * for ever, wherever a patch takes it, so after a patch only places that are new or have another value are looked at:
 * the cost is that of the items that changed. One that reads {@code oldSelf}, too, and whose path has a wildcard, is
 * about the items that a patch changes, and is likewise asked at those alone. All others are asked with each commit:
 * those that read {@code state} or {@code oldState}, since anything may have made them false, and a comparison of one
 * named place with what it was, since a condition such as {@code self > oldSelf} demands that each commit changes it.
 * So are those that ask who wrote {@code self}: another may write an equal value. One that asks where {@code self} is
 * is asked, too, where a patch takes it.
 *
 * <p>Which places have another value follows from the state and the patch alone. Nothing is remembered from one commit
 * to the next, so verdicts are the same after a restart.
 *
 * <p>A symmetric one reads {@code state}, too, and speaks of pairs that include {@code self}, so that it is false at
 * both or at neither: one of the two has changed where a patch makes it false. Only its author knows that.
 *
 * @param path the places that {@code self} stands for; absent for the whole state
 * @param symmetric whether it need not be asked at places that a patch leaves alone, although it reads the state
 * @param message what to tell a worker that breaks it; absent if the expression speaks for itself
 */
public record Invariant(
        String name, Optional<PathPattern> path, boolean symmetric, CelExpression condition, Optional<String> message) {

    private static final String SELF = "self";
    private static final String OLD_SELF = "oldSelf";
    private static final String STATE = "state";
    private static final String OLD_STATE = "oldState";
    private static final String PATH = "path";

    static final Set<String> VARIABLES = Set.of(SELF, OLD_SELF, STATE, OLD_STATE, PATH, CelExpression.DEGRADED);

    /**
     * Whether the condition speaks of {@code oldSelf} or {@code oldState}; it is then evaluated only where there is an
     * old value, as in Kubernetes' validation rules.
     */
    public boolean transition() {
        return condition.reads().contains(OLD_SELF) || condition.reads().contains(OLD_STATE);
    }

    /** Whether it can read more than its place. */
    public boolean readsState() {
        return condition.reads().contains(STATE) || condition.reads().contains(OLD_STATE);
    }

    /** Whether it asks who wrote a value, which may change though neither the value nor its place does. */
    private boolean readsWriter() {
        return condition.reads().contains(CelExpression.DEGRADED);
    }

    /** Whether a patch can break it only at places that it changes, so that no others need be looked at. */
    public boolean onlyWhereChanged() {
        return path.isPresent()
                && !readsWriter()
                && (symmetric || !readsState())
                && !(transition() && path.get().isLiteral());
    }

    /**
     * The places of a state that {@code self} stands for.
     *
     * @param visited is told each place that is looked at for it, before it is
     */
    public List<JsonPointer> places(Json state, Consumer<JsonPointer> visited) {
        return path.map(pattern -> pattern.expand(state, visited)).orElse(List.of(JsonPointer.ROOT));
    }

    /**
     * The places of the state after a patch at which the condition is to be evaluated.
     *
     * @param visited is told each place that is looked at for it, before it is
     */
    public List<JsonPointer> places(Revision revision, Consumer<JsonPointer> visited) {
        if (!onlyWhereChanged()) {
            return places(revision.after(), visited);
        }
        PathPattern pattern = path.orElseThrow();
        if (condition.reads().contains(PATH)) {
            return revision.changedOrMoved(pattern, visited);
        }
        return transition() ? revision.changedByName(pattern, visited) : revision.changed(pattern, visited);
    }

    /** What the condition comes to at one of the first state's places; absent where it speaks of an old value. */
    public Optional<CelOutcome> evaluate(JsonPointer place, Json first, Degraded degraded, CelAllowance allowance) {
        return transition()
                ? Optional.empty()
                : Optional.of(condition.evaluate(
                        Map.of(SELF, at(place, first), STATE, first, PATH, Json.of(place.toString())),
                        allowance,
                        degraded));
    }

    /** What the condition comes to at one of its places; absent where it speaks of an old value and there is none. */
    public Optional<CelOutcome> evaluate(
            JsonPointer place, Revision revision, Degraded degraded, CelAllowance allowance) {
        Map<String, Json> variables = new HashMap<>();
        variables.put(SELF, at(place, revision.after()));
        variables.put(STATE, revision.after());
        variables.put(PATH, Json.of(place.toString()));
        if (transition()) {
            Optional<Json> oldSelf = before(place, revision).flatMap(then -> then.resolve(revision.before()));
            if (oldSelf.isEmpty()) {
                return Optional.empty();
            }
            variables.put(OLD_SELF, oldSelf.get());
            variables.put(OLD_STATE, revision.before());
        }
        return Optional.of(condition.evaluate(variables, allowance, degraded));
    }

    /** Of a path that names one place it is that place; else what is there now was at one of the path, or is new. */
    private Optional<JsonPointer> before(JsonPointer place, Revision revision) {
        return path.isEmpty() || path.get().isLiteral()
                ? Optional.of(place)
                : revision.beforeByName(place).filter(path.get()::matches);
    }

    private static Json at(JsonPointer place, Json state) {
        return place.resolve(state).orElseThrow();
    }
}
