package io.patchboard.kernel.decide.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.Texts;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.BlueprintCompiler;
import io.patchboard.kernel.blueprint.CompileResult;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.cel.CelAllowance;
import io.patchboard.kernel.cel.Degraded;
import io.patchboard.kernel.rules.Conditions;
import io.patchboard.kernel.work.Work;
import io.patchboard.record.Neighbourhood;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Test;

class SurroundingsTest {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int OBJECTS = 100;

    private static final Blueprint BLUEPRINT =
            ((CompileResult.Valid) BlueprintCompiler.compile(Texts.json("""
                    apiVersion: patchboard/v1
                    name: near
                    state: {schema: true, initial: {}}
                    neighbourhoods: [{from: '/ops/*/m', to: '/ops/*/m', kind: resource}]
                    workers:
                      one: {write: [{op: [replace], path: '/ops/*/s'}], neighbourhood: {radius: 1}}
                      two: {write: [{op: [replace], path: '/ops/*/s'}], neighbourhood: {radius: 2}}
                    """))).blueprint();

    /** Objects with the same value, one of which has it many times. */
    private static final Json STATE =
            Texts.json("{ops: [{m: [" + "a,".repeat(5_000) + "a]}" + ", {m: [a]}".repeat(OBJECTS - 1) + "]}");

    private static Neighbourhood near(WorkerRole role) {
        return near(role, BLUEPRINT, STATE);
    }

    private static Neighbourhood near(WorkerRole role, Blueprint blueprint, Json state) {
        Work work = new Work(Work.LIMIT);
        Conditions conditions = new Conditions(blueprint, state, 1, Degraded.NOWHERE, new CelAllowance());
        return new Surroundings(blueprint.neighbours(), state, conditions, work)
                .of(List.of(JsonPointer.parse("/ops/7")), role, role.reach().orElseThrow(), 0);
    }

    /** Bytes that looking takes. */
    private static long bytes(WorkerRole role) {
        near(role);
        long before = THREADS.getCurrentThreadAllocatedBytes();
        near(role);
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }

    @Test
    void whoHasAValue_isLookedAtOnce_howeverManyLeadThere() {
        WorkerRole one = BLUEPRINT.worker("one").orElseThrow();
        WorkerRole two = BLUEPRINT.worker("two").orElseThrow();

        assertThat(near(one).places()).hasSize(OBJECTS).startsWith("/ops/7", "/ops/0", "/ops/1");
        assertThat(near(two).places()).isEqualTo(near(one).places());
        assertThat(bytes(two)).isLessThan(2 * bytes(one));
    }

    @Test
    void whatARoleMayNeitherReadNorWrite_isNotNamed() {
        Blueprint blueprint = ((CompileResult.Valid) BlueprintCompiler.compile(Texts.json("""
                    apiVersion: patchboard/v1
                    name: names
                    state: {schema: true, initial: {}}
                    neighbourhoods: [{from: '/ops/*/m', to: '/vault/*/m', kind: order}]
                    workers:
                      writer: {write: [{op: [replace], path: '/ops/*/s'}], neighbourhood: {radius: 1}}
                      reader: {read: ['/vault/*/s'], write: [{op: [add], path: /notes}], neighbourhood: {radius: 1}}
                    """))).blueprint();
        Json state = Texts.json("{ops: [0, 1, 2, 3, 4, 5, 6, {m: a}], vault: {name: {m: a}}}");

        assertThat(near(blueprint.worker("writer").orElseThrow(), blueprint, state)
                        .places())
                .containsExactly("/ops/7");
        assertThat(near(blueprint.worker("reader").orElseThrow(), blueprint, state)
                        .places())
                .containsExactly("/vault/name");
    }
}
