package io.patchboard.blueprints.lint;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Texts;
import io.patchboard.kernel.blueprint.BlueprintCompiler;
import io.patchboard.kernel.blueprint.CompileResult;
import org.junit.jupiter.api.Test;

final class DestructionTest {

    @Test
    void whoTakesAway_orReplacesAllOfAnArray_isNamed() {
        CompileResult compiled = BlueprintCompiler.compile(Texts.json("""
                apiVersion: patchboard/v1
                name: x
                state:
                  schema: {type: object, properties: {list: {type: array, items: {type: object}}, title: {type: string}}}
                  initial: {list: []}
                workers:
                  boss: {privileged: true, unsolicited: true, write: [{op: [add, remove, move], path: '/list/*'}, {op: [replace], path: /title}]}
                  clerk: {unsolicited: true, write: [{op: [add], path: /list/-}, {op: [replace], path: '/list/*/text'}]}
                  clean: {unsolicited: true, write: [{op: [replace], path: /list}]}
                  whole: {unsolicited: true, write: [{op: [test, replace], path: ''}]}
                """));

        assertThat(Destruction.of(((CompileResult.Valid) compiled).blueprint()))
                .extracting(Destruction::message)
                .containsExactly(
                        "Worker \"boss\" can destroy what is at /list/*: remove, move.",
                        "Worker \"clean\" can destroy what is at /list: replace.",
                        "Worker \"whole\" can destroy what is at the root: replace.");
    }
}
