package io.patchboard.kernel.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.Texts;
import io.patchboard.kernel.blueprint.BlueprintCompiler;
import io.patchboard.kernel.blueprint.CompileResult;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.state.StateChange;
import io.patchboard.record.Trigger;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A view costs what it may show: told by the memory that building it takes, the same each time, and by its charge. */
class ViewCostTest {

    private static final int WARM_UPS = 5;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private static WorkerRole role(String read, String secret) {
        CompileResult result = BlueprintCompiler.compile(Texts.json("""
                apiVersion: patchboard/v1
                name: views
                state: {schema: true, initial: {}}
                private: [{path: '%s', to: other}]
                workers:
                  w: {read: ['%s'], write: [{op: [add], path: '/claims/*/verdict'}], view: {maxChars: 2000}}
                  other: {}
                """.formatted(secret, read)));
        assertThat(result).as("%s", result).isInstanceOf(CompileResult.Valid.class);
        return ((CompileResult.Valid) result).blueprint().worker("w").orElseThrow();
    }

    private static Json state(int claims, boolean byName) {
        List<Json> items = new ArrayList<>();
        JsonObject.Builder members = JsonObject.builder();
        for (int i = 0; i < claims; i++) {
            Json claim = JsonObject.builder()
                    .put("id", i)
                    .put("text", "A claim with a number, which is " + i + " here, and some more words")
                    .put("secret", i)
                    .build();
            items.add(claim);
            members.put("c" + i, claim);
        }
        return JsonObject.of("claims", byName ? members.build() : JsonArray.copyOf(items));
    }

    private static ViewRequest request(WorkerRole role, Json state) {
        List<StateChange> recent = List.of(new StateChange(6, List.of(JsonPointer.parse("/claims/5"))));
        Trigger trigger = new Trigger("r", 1, Optional.of("/claims/7"));
        return new ViewRequest(
                state,
                7,
                recent,
                role,
                trigger,
                List.of(),
                List.of(),
                role.view().budget());
    }

    private static WorkerRole role(String schema, List<String> reads) {
        CompileResult result = BlueprintCompiler.compile(Texts.json("""
                apiVersion: patchboard/v1
                name: views
                state: {schema: %s, initial: {}}
                workers: {w: {read: %s}}
                """.formatted(schema, reads)));
        assertThat(result).as("%s", result).isInstanceOf(CompileResult.Valid.class);
        return ((CompileResult.Valid) result).blueprint().worker("w").orElseThrow();
    }

    private static long work(WorkerRole role, String state, Trigger trigger) {
        ViewRequest request = new ViewRequest(
                Texts.json(state),
                7,
                List.of(),
                role,
                trigger,
                List.of(),
                List.of(),
                role.view().budget());
        ViewBuilder.build(request);
        return request.work().done();
    }

    /** What is taken for too long must not have fitted. */
    @Test
    void aHandle_hasTheCharactersThatAreKnownBefore_orMore() {
        Json state = state(10, false);
        Handles handles = new Handles(request(role("/claims", "/x"), state));

        for (String place : List.of("", "/claims/9", "/claims/5", "/~0~1\"\\\n\t\u2028/\u6f22\ud83d\ude00/")) {
            JsonPointer at = JsonPointer.parse(place);
            long chars = handles.of(at, Json.nul()).compactChars();

            assertThat(chars).as(place).isGreaterThanOrEqualTo(Handles.leastChars(at));
            if (place.equals("/claims/9")) {
                assertThat(chars).isEqualTo(Handles.leastChars(at));
            }
        }
    }

    /** Each of them is looked for in all items, which do not have it. */
    @Test
    void referencesToWhatIsNotThere_areChargedForThePlacesThatArePassed() {
        String marks = each(20, i -> "r" + i + ": {x-patchboard-ref: '/items/*/x" + i + "'}");
        WorkerRole role = role("{properties: {refs: {properties: {" + marks + "}}}}", List.of("/refs"));
        String state = "{refs: {" + each(20, i -> "r" + i + ": a") + "}, items: [%s]}";
        Trigger trigger = new Trigger("r", 1, Optional.empty());

        long few = work(role, state.formatted("{}"), trigger);
        long many = work(role, state.formatted(each(1_001, i -> "{}")), trigger);

        assertThat(many - few).isGreaterThanOrEqualTo(20 * 1_000 * 5);
    }

    @Test
    void placesThatAreHeldAgainstManyReads_areCharged() {
        List<String> reads = IntStream.range(0, 1_000).mapToObj(i -> "/z" + i).toList();
        List<String> places = IntStream.range(0, 100).mapToObj(i -> "/y" + i).toList();
        WorkerRole role = role("{}", reads);
        Trigger none = new Trigger("r", 1, Optional.empty());

        long texts = work(role, "{z0: [" + each(100, i -> "y" + i) + "]}", none);
        long pointers = work(role, "{z0: [" + each(100, i -> "/y" + i) + "]}", none);
        long items = work(role, "{}", new Trigger("r", 1, Optional.empty(), places)) - work(role, "{}", none);

        assertThat(pointers - texts).isGreaterThanOrEqualTo(100 * 1_000 * 3);
        assertThat(items).isGreaterThanOrEqualTo(100 * 1_000 * 3);
    }

    private static String each(int count, IntFunction<String> one) {
        return IntStream.range(0, count).mapToObj(one).collect(Collectors.joining(", "));
    }

    /** Bytes that building a view takes. */
    private static long bytes(ViewRequest request) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        ViewBuilder.build(request);
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }

    @ParameterizedTest
    @CsvSource({
        "/claims, /x",
        "/claims/*, /x",
        "/claims/**, /x",
        "/**, /x",
        "/claims, /claims/*/secret",
        "/claims/*, /claims/*/secret",
        "/**, /claims/*/secret",
        "/claims, /claims/3",
    })
    void view_ofAStateAHundredTimesAsLarge_costsTheSame(String read, String secret) {
        for (boolean byName : List.of(false, true)) {
            WorkerRole role = role(read, secret);
            ViewRequest small = request(role, state(100, byName));
            ViewRequest large = request(role, state(10_000, byName));
            // Both are warm before either counts: what is remembered of a state is, and code is as compiled for both.
            for (int i = 0; i < WARM_UPS; i++) {
                ViewBuilder.build(small);
                ViewBuilder.build(large);
            }
            long smallBytes = bytes(small);
            assertThat(bytes(large)).as("bytes, against %d", smallBytes).isLessThan(2 * smallBytes);
        }
    }
}
