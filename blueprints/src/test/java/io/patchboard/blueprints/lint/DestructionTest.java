package io.patchboard.blueprints.lint;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Texts;
import io.patchboard.kernel.blueprint.BlueprintCompiler;
import io.patchboard.kernel.blueprint.CompileResult;
import java.util.List;
import org.junit.jupiter.api.Test;

final class DestructionTest {

    private static List<String> messages(String properties, String workers) {
        CompileResult compiled = BlueprintCompiler.compile(Texts.json("""
                apiVersion: patchboard/v1
                name: x
                state:
                  schema: {type: object, properties: {list: {type: array, items: {type: object}}, %s}}
                  initial: {list: []}
                workers:
                """.formatted(properties) + workers.indent(2)));
        return Destruction.of(((CompileResult.Valid) compiled).blueprint()).stream()
                .map(Destruction::message)
                .toList();
    }

    @Test
    void whoTakesAway_orReplacesAllOfAnArray_isNamed() {
        assertThat(messages("title: {type: string}", """
                boss: {privileged: true, unsolicited: true, write: [{op: [add, remove, move], path: '/list/*'}, {op: [replace], path: /title}]}
                clerk: {unsolicited: true, write: [{op: [add], path: /list/-}, {op: [replace], path: '/list/*/text'}]}
                clean: {unsolicited: true, write: [{op: [replace], path: /list}]}
                whole: {unsolicited: true, write: [{op: [test, replace], path: ''}]}
                """))
                .containsExactly(
                        "Worker \"boss\" can destroy what is at /list/*: remove, move.",
                        "Worker \"clean\" can destroy what is at /list: replace.",
                        "Worker \"whole\" can destroy what is at the root: replace.");
    }

    /** To add where something is takes it away, but before an item of an array. */
    @Test
    void whoAddsInPlaceOfAnArray_isNamed_andNotWhoInserts() {
        String lists = "{type: array, items: {type: string}}";
        assertThat(messages(
                        "rows: {type: array, items: " + lists + "}, byName: {type: object, additionalProperties: "
                                + lists + "}",
                        """
                adder: {unsolicited: true, write: [{op: [add, create], path: /list}]}
                copier: {unsolicited: true, write: [{op: [copy], path: ''}, {op: [test], path: /list}]}
                inserter: {unsolicited: true, write: [{op: [add], path: '/rows/*'}, {op: [add], path: /rows/-}, {op: [add, copy], path: /rows/0}]}
                maker: {unsolicited: true, write: [{op: [create], path: /list}]}
                namer: {unsolicited: true, write: [{op: [add], path: '/byName/*'}]}
                """))
                .containsExactly(
                        "Worker \"adder\" can destroy what is at /list: add.",
                        "Worker \"copier\" can destroy what is at the root: copy.",
                        "Worker \"namer\" can destroy what is at /byName/*: add.");
    }
}
