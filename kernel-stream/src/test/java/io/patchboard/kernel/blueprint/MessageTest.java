package io.patchboard.kernel.blueprint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.json.Json;
import io.patchboard.kernel.Texts;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Where a value that somebody sends goes, by the contract of the worker in whose name it is sent. */
class MessageTest {

    private static final Blueprint RULES = Compiled.valid(Compiled.HEAD + Compiled.STATE + """
            workers:
              cashier: {unsolicited: true, write: [{op: [add], path: /payments/-}]}
              clerk: {unsolicited: true, write: [{op: [replace], path: /address}]}
              editor: {unsolicited: true, write: [{op: [create], path: "/notes/*"}, {op: [add], path: /title}]}
              reader: {privileged: true, unsolicited: true, write: [{op: [remove], path: /title}]}
              asked: {write: [{op: [add], path: /title}]}
            """);

    private static String patch(String worker, String path) {
        return Message.patch(RULES, worker, Optional.of(path).filter(given -> !given.isEmpty()), Json.of(7))
                .toString();
    }

    private static void assertRefused(String worker, String path, String... words) {
        assertThatThrownBy(() -> patch(worker, path))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("Expected ")
                .hasMessageContainingAll(words);
    }

    private static String one(String operation, String path) {
        return Texts.json("[{op: " + operation + ", path: " + path + ", value: 7}]")
                .toString();
    }

    @Test
    void onlyPlace_isFoundInTheContract_withTheOperationThatItGrants() {
        assertThat(patch("cashier", "")).isEqualTo(one("add", "/payments/-"));
        assertThat(patch("clerk", "")).isEqualTo(one("replace", "/address"));
    }

    @Test
    void severalPlaces_needAPath() {
        assertRefused("editor", "", "Expected a path", "/notes/*, /title");
        assertThat(patch("editor", "/notes/n1")).isEqualTo(one("add", "/notes/n1"));
        assertThat(patch("editor", "/title")).isEqualTo(one("add", "/title"));
    }

    @Test
    void whatTheContractDoesNotGrant_isRefusedWithWhatItDoes() {
        assertRefused("cashier", "/address", "/payments/-", "\"/address\"");
        assertRefused("cashier", "payments", "JSON Pointer", "\"payments\"");
        assertRefused("reader", "/title", "none");
        assertRefused("asked", "", "unasked", "cashier, clerk, editor, reader", "\"asked\"");
        assertRefused("cashir", "", "cashier\"?");
    }
}
