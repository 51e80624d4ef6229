package io.patchboard.kernel.patch;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.kernel.Texts;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a patch did in the end, place by place. */
class EffectsTest {

    /** Each effect as {@code kind place before->after}, with a star where items moved. */
    private static List<String> effects(String document, String patch) {
        Json before = Texts.json(document);
        Patch parsed;
        try {
            parsed = Patch.parse(Texts.json(patch), PatchLimits.DEFAULT);
        } catch (PatchSyntaxException e) {
            throw new AssertionError(e);
        }
        PatchResult.Applied applied = (PatchResult.Applied) PatchApplier.apply(before, parsed);
        return applied.revision().effects().stream()
                .map(effect -> effect.kind() + " " + effect.place() + " "
                        + effect.before().map(Json::toString).orElse("") + "->"
                        + effect.after().map(Json::toString).orElse("") + (effect.shifted() ? "*" : ""))
                .toList();
    }

    @Test
    void add_inAnObject_isAnAdditionOrAReplacement() {
        assertThat(effects("{a: 1}", "[{op: add, path: /b, value: 2}]")).containsExactly("ADD /b ->2");
        assertThat(effects("{a: 1}", "[{op: add, path: /a, value: 2}]")).containsExactly("REPLACE /a 1->2");
    }

    @Test
    void add_inAnArray_movesTheItemsAfterIt() {
        assertThat(effects("[1, 2]", "[{op: add, path: /0, value: 0}]")).containsExactly("ADD /0 ->0*");
        assertThat(effects("[1, 2]", "[{op: add, path: /-, value: 3}]")).containsExactly("ADD /2 ->3");
    }

    @Test
    void remove_ofTheLastItem_movesNothing() {
        assertThat(effects("[1, 2]", "[{op: remove, path: /1}]")).containsExactly("REMOVE /1 2->");
        assertThat(effects("[1, 2]", "[{op: remove, path: /0}]")).containsExactly("REMOVE /0 1->*");
    }

    @Test
    void places_moveWithTheItemsThatTheyName() {
        assertThat(effects("[x]", "[{op: add, path: /0, value: a}, {op: add, path: /0, value: b}]"))
                .containsExactly("ADD /1 ->\"a\"*", "ADD /0 ->\"b\"*");
        assertThat(effects("[x, {n: 1}]", "[{op: replace, path: /1/n, value: 2}, {op: remove, path: /0}]"))
                .containsExactly("REPLACE /0/n 1->2", "REMOVE /0 \"x\"->*");
    }

    @Test
    void severalOperationsOnOnePlace_areOneEffect() {
        assertThat(effects("{a: 1}", "[{op: replace, path: /a, value: 2}, {op: replace, path: /a, value: 3}]"))
                .containsExactly("REPLACE /a 1->3");
        assertThat(effects("{}", "[{op: add, path: /a, value: 2}, {op: replace, path: /a, value: 3}]"))
                .containsExactly("ADD /a ->3");
        assertThat(effects("{a: 1}", "[{op: replace, path: /a, value: 2}, {op: remove, path: /a}]"))
                .containsExactly("REMOVE /a 1->");
    }

    @Test
    void additionThatIsChangedInside_showsTheValueInTheEnd() {
        assertThat(effects("[]", "[{op: add, path: /-, value: {s: draft}}, {op: replace, path: /0/s, value: done}]"))
                .containsExactly("ADD /0 ->{\"s\":\"done\"}", "REPLACE /0/s \"draft\"->\"done\"");
    }

    @Test
    void whatIsTakenAwayAgain_isLeftOut() {
        assertThat(effects("{}", "[{op: add, path: /a, value: {}}, {op: remove, path: /a}]"))
                .isEmpty();
        assertThat(effects("[1]", "[{op: add, path: /0, value: 0}, {op: remove, path: /0}]"))
                .isEmpty();
        assertThat(effects("{a: {}}", "[{op: add, path: /a/b, value: 1}, {op: move, from: /a, path: /c}]"))
                .containsExactly("REMOVE /a {\"b\":1}->", "ADD /c ->{\"b\":1}");
    }

    @Test
    void whatIsPutBack_isLeftOut() {
        assertThat(effects("{a: 1}", "[{op: replace, path: /a, value: 2}, {op: replace, path: /a, value: 1.0}]"))
                .isEmpty();
        assertThat(effects("{a: 1}", "[{op: add, path: /a, value: 1}, {op: test, path: /a, value: 1}]"))
                .isEmpty();
    }
}
