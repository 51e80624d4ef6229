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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A view costs what it may show. Told by the memory that building it takes, which is the same each time. */
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
