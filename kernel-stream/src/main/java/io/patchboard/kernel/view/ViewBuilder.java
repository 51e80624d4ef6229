package io.patchboard.kernel.view;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import io.patchboard.json.JsonWriter;
import io.patchboard.kernel.blueprint.Rule;
import io.patchboard.kernel.blueprint.ViewSpec;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.state.Compensations;
import io.patchboard.kernel.tokens.TokenAllowance;
import io.patchboard.kernel.work.WorkKind;
import io.patchboard.record.Neighbourhood;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;

/**
 * Builds one view (section 3.5 of the paper).
 *
 * <p>First stands what is the same for each invocation of the role, so that a model's prompt cache can hold it:
 * instruction, write contract, schema of what may be written. Then what changes: the triggering item, values of the
 * state, summaries of what did not fit, references that lead out of what is shown, and why earlier answers were
 * rejected.
 *
 * <p>If not everything that may be read fits, room is given in this order: the item; the neighbourhood that bounds what
 * may be changed; rejections; what the worker asked for; what is in the neighbourhood; what the schema requires of it;
 * what changed last; the rest in the order of the read contract. A fifth is kept for summaries and references. The text
 * never exceeds the budget: characters are counted exactly; tokens of a text are not the sum of those of its parts, so
 * the finished text is counted, and built again smaller if need be.
 */
public final class ViewBuilder {

    private static final int SUMMARY_SHARE = 5;
    private static final int DEPENDENCY_SHARE = 4;
    private static final int MOST_ROUNDS = 8;
    private static final int MOST_MARKS = 100;
    private static final long UNITS_OF_A_VIEW = 5_000;

    private final ViewRequest request;
    private final ToIntFunction<String> tokenizer;
    private final WorkerRole role;
    private final ViewSpec spec;
    private final JsonObject.Builder view = JsonObject.builder();
    private final Map<JsonPointer, Json> items = new LinkedHashMap<>();
    private final List<JsonPointer> first = new ArrayList<>();
    private long omitted;

    private ViewBuilder(ViewRequest request, ToIntFunction<String> tokenizer) {
        this.request = request;
        this.tokenizer = tokenizer;
        this.role = request.role();
        this.spec = role.view();
    }

    /** The view for one invocation. */
    public static JsonObject build(ViewRequest request) {
        return build(request, new TokenAllowance(request.work()));
    }

    /** The view for one of several invocations of a decision, which share an allowance. */
    public static JsonObject build(ViewRequest request, TokenAllowance allowance) {
        ViewSpec spec = request.role().view();
        ToIntFunction<String> tokenizer = text -> allowance.count(spec.tokenizer(), text);
        Optional<Integer> maxTokens = request.budget().maxTokens();
        long tokens = maxTokens.orElse(0);
        for (int round = 0; round < MOST_ROUNDS && tokens >= 0; round++) {
            long allowed = tokens;
            request.work().charge(WorkKind.VIEWS, UNITS_OF_A_VIEW);
            JsonObject view = new ViewBuilder(request, tokenizer).build(maxTokens.map(any -> allowed));
            if (maxTokens.isEmpty()) {
                return view;
            }
            int over = tokenizer.applyAsInt(JsonWriter.compact(view)) - maxTokens.get();
            if (over <= 0) {
                return view;
            }
            tokens -= (long) over << round;
        }
        return spec.minimal(ViewSpec.MOST_OMITTED);
    }

    private JsonObject build(Optional<Long> tokens) {
        int frame = spec.least().maxChars();
        request.work().charge(WorkKind.VIEWS, frame);
        ViewAllowance allowance = ViewAllowance.of(
                request.budget().maxChars() - frame,
                tokens.map(
                        all -> all - tokenizer.applyAsInt(JsonWriter.compact(spec.minimal(ViewSpec.MOST_OMITTED))) - 1),
                tokenizer,
                request.work());
        view.putAll(spec.fixed());
        request.undoes().ifPresent(done -> addUndone(done, allowance));
        addItems(allowance);
        request.neighbourhood().ifPresent(bound -> addNeighbourhood(bound, allowance));
        JsonArray rejections = rejections(allowance);
        request.expanded().forEach(handle -> first.add(JsonPointer.parse(handle)));
        request.neighbourhood()
                .ifPresent(bound -> bound.places().forEach(place -> first.add(JsonPointer.parse(place))));
        Slice slice = slice(allowance);
        JsonObject.Builder state = JsonObject.builder();
        slice.values().forEach((place, value) -> state.put(place.toString(), value));
        view.put("state", state.build());
        addWhatIsMissing(slice, slice.allowance());
        if (!rejections.isEmpty()) {
            view.put("rejections", rejections);
        }
        addWhatIsGone(slice.allowance());
        addMarks(slice);
        if (omitted > 0) {
            view.put("omitted", Math.min(omitted, ViewSpec.MOST_OMITTED));
        }
        return view.build();
    }

    private Slice slice(ViewAllowance allowance) {
        Slice whole = new Slice(request, allowance.copy(), items.keySet());
        if (whole.fillWhole(first)) {
            return whole;
        }
        Slice best = new Slice(request, allowance, items.keySet());
        allowance.setAside(SUMMARY_SHARE);
        best.fillBest(first, RequiredPlaces.of(role, request.trigger().path().map(JsonPointer::parse), request.work()));
        allowance.giveBack();
        omitted += best.gaveUp() ? 1 : 0;
        return best;
    }

    private void addWhatIsMissing(Slice slice, ViewAllowance allowance) {
        Dependencies dependencies = new Dependencies(request, slice.shown());
        items.forEach(dependencies::scan);
        slice.values().forEach(dependencies::scan);
        allowance.setAside(DEPENDENCY_SHARE);
        omitted += slice.summaries().write(request, allowance, view);
        allowance.giveBack();
        omitted += dependencies.write(allowance, view);
    }

    /** Handles that the worker asked for, and whose values it looks for in vain. */
    private void addWhatIsGone(ViewAllowance allowance) {
        JsonArray gone = JsonArray.ofStrings(request.gone());
        if (!gone.isEmpty() && allowance.take("gone", gone)) {
            view.put("gone", gone);
        }
    }

    /** Which of the values that are shown come from outside, and which a fallback wrote. */
    private void addMarks(Slice slice) {
        Marking untrusted = Marking.untrusted(request.origins(), request.labels(), request.work());
        Marking degraded = Marking.degraded(request.origins(), request.work());
        if (untrusted.isOnNothing() && degraded.isOnNothing()) {
            return;
        }
        Map<JsonPointer, Json> shown = new LinkedHashMap<>(items);
        shown.putAll(slice.values());
        if (!role.boundary().handles()) {
            addMarks("untrusted", untrusted.places(shown, MOST_MARKS), slice.allowance());
        }
        addMarks("degraded", degraded.places(shown, MOST_MARKS), slice.allowance());
    }

    private void addMarks(String name, List<String> places, ViewAllowance allowance) {
        JsonArray marked = JsonArray.ofStrings(places);
        if (!marked.isEmpty() && allowance.take(name, marked)) {
            view.put(name, marked);
        }
    }

    /** A path whose value is gone or may not be read is still named, but not one that is private to others. */
    private void addItems(ViewAllowance allowance) {
        request.trigger()
                .path()
                .map(JsonPointer::parse)
                .filter(this::mayBeNamed)
                .ifPresent(place -> {
                    Optional<Json> readable = request.readable(place, Rule::itemIsGone);
                    Optional<Json> value = visible(place, readable, allowance);
                    JsonObject path = JsonObject.of("path", Json.of(place.toString()));
                    if (value.isPresent() && allowance.take("item", path.with("value", value.get()))) {
                        view.put("item", path.with("value", value.get()));
                        items.put(place, value.get());
                    } else if (allowance.take("item", path)) {
                        view.put("item", path);
                        readable.ifPresent(any -> first.add(place));
                    } else {
                        omitted++;
                    }
                });
        List<String> others = request.trigger().paths();
        if (!others.isEmpty() && allowance.take("items", JsonArray.EMPTY)) {
            List<Json> lines = new ArrayList<>();
            others.stream()
                    .map(JsonPointer::parse)
                    .filter(this::mayBeNamed)
                    .forEach(place -> addTo(lines, place, allowance));
            view.put("items", JsonArray.copyOf(lines));
        }
    }

    private void addTo(List<Json> lines, JsonPointer place, ViewAllowance allowance) {
        Optional<Json> readable = request.readable(place, Rule::onlyRemovals);
        Optional<Json> value = visible(place, readable, allowance);
        JsonObject path = JsonObject.of("path", Json.of(place.toString()));
        if (value.isPresent() && allowance.take(path.with("value", value.get()))) {
            lines.add(path.with("value", value.get()));
            items.put(place, value.get());
        } else if (allowance.take(path)) {
            lines.add(path);
            readable.ifPresent(any -> first.add(place));
        } else {
            omitted++;
        }
    }

    /** What of its contract the worker may use this time. */
    private void addNeighbourhood(Neighbourhood bound, ViewAllowance allowance) {
        JsonObject told = bound.toJson();
        if (allowance.take("neighbourhood", told)) {
            view.put("neighbourhood", told);
        } else {
            omitted++;
        }
    }

    /** With its patch, if there is room for that, without what is private to others. */
    private void addUndone(Compensations.Done done, ViewAllowance allowance) {
        Compensations.Done bare = done.withPatch(Optional.empty());
        Optional<JsonObject> whole = done.patch()
                .flatMap(patch -> visible((JsonArray) patch, allowance))
                .map(patch -> done.withPatch(Optional.of(patch)).toJson())
                .filter(undoes -> allowance.take("undoes", undoes));
        if (whole.isEmpty() && !allowance.take("undoes", bare.toJson())) {
            omitted++;
            return;
        }
        omitted += whole.isEmpty() ? 1 : 0;
        view.put("undoes", whole.orElse(bare.toJson()));
    }

    /** Absent if it is certain to be too large. */
    private Optional<Json> visible(JsonArray patch, ViewAllowance allowance) {
        List<Json> operations = new ArrayList<>();
        for (Json each : patch) {
            JsonObject operation = (JsonObject) each;
            JsonPointer place =
                    JsonPointer.parse(((JsonString) operation.get("path").orElseThrow()).value());
            Optional<Json> value = operation.get("value");
            Optional<Json> cut =
                    value.flatMap(known -> role.hidden().cut(place, known, allowance.chars(), request.work()));
            if (value.isPresent() && cut.isEmpty()) {
                return Optional.empty();
            }
            if (mayBeNamed(place)) {
                JsonObject seen =
                        cut.map(known -> operation.with("value", known)).orElse(operation);
                operations.add(isFromHidden(operation) ? seen.without("from") : seen);
            }
        }
        return Optional.of(JsonArray.copyOf(operations));
    }

    private boolean isFromHidden(JsonObject operation) {
        return operation.get("from").orElse(Json.nul()) instanceof JsonString from
                && role.hidden().hides(JsonPointer.parse(from.value()));
    }

    private boolean mayBeNamed(JsonPointer place) {
        return !role.hidden().hides(place)
                && (!role.boundary().handles() || place.resolve(request.state()).isPresent());
    }

    /** What may be seen of a readable value, if the allowance may have room for it. */
    private Optional<Json> visible(JsonPointer place, Optional<Json> readable, ViewAllowance allowance) {
        return readable.flatMap(value -> role.hidden().cut(place, value, allowance.chars(), request.work()));
    }

    private JsonArray rejections(ViewAllowance allowance) {
        List<Json> lines = Feedback.lines(request.rejections(), role.name());
        if (lines.isEmpty() || !allowance.take("rejections", JsonArray.EMPTY)) {
            omitted += lines.size();
            return JsonArray.EMPTY;
        }
        List<Json> taken = lines.stream().filter(allowance::take).toList();
        omitted += lines.size() - taken.size();
        return JsonArray.copyOf(taken);
    }
}
