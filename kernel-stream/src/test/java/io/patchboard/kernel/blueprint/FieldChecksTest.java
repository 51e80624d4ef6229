package io.patchboard.kernel.blueprint;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Texts;
import io.patchboard.record.Problem;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code item} is by its rule, and what may be done with a field by its type. */
final class FieldChecksTest {

    private static final String BLUEPRINT = """
            apiVersion: patchboard/v1
            name: shop
            state:
              initial: {orders: [], payments: {}, tags: [], open: true, count: 0, title: x, any: 1}
              schema:
                type: object
                additionalProperties: false
                properties:
                  orders:
                    type: array
                    items:
                      type: object
                      additionalProperties: false
                      properties: {id: {type: string}, amount: {type: number}, receipt: {type: string}}
                  payments:
                    type: object
                    additionalProperties:
                      type: object
                      additionalProperties: false
                      properties: {order: {type: string}, amount: {type: number}}
                  tags: {type: array, items: {type: string}}
                  open: {type: boolean}
                  count: {type: integer}
                  title: {type: string}
                  maybe: {type: [integer, string]}
                  any: {}
            workers:
              clerk: {read: ["/orders/*"], write: [{op: [add], path: "/orders/*/receipt"}] KEY}
              helper: {read: ["/orders/*"], write: [{op: [add], path: "/orders/*/receipt"}]}
            rules:
              - {name: first, on: ON}
            complete: {when: "WHEN"}
            """;

    private static List<Problem> problems(String key, String on, String when) {
        String text = BLUEPRINT.replace(" KEY", key).replace("ON", on).replace("WHEN", when);
        return BlueprintCompiler.compile(Texts.json(text)) instanceof CompileResult.Invalid invalid
                ? invalid.problems()
                : List.of();
    }

    private static void assertTold(List<Problem> problems, String pointer, String words) {
        assertThat(problems).singleElement().satisfies(problem -> {
            assertThat(problem.pointer()).isEqualTo(pointer);
            assertThat(problem.message())
                    .startsWith("Expected ")
                    .contains(", but ")
                    .contains(words.split("; "));
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{event: created}, forEach: '/orders/*', when: item.idd == 'x', invoke: clerk | /rules/0/when | item.idd; Did you mean \"id\"?",
                "{path: '/payments/*'}, forEach: '/orders/*', when: item.order == 'x', invoke: clerk | /rules/0/when | item.order; The fields are amount, id, receipt",
                "{event: created}, forEach: '/orders/*', loopGuards: {predicate: item.amout > 3}, invoke: clerk | /rules/0/loopGuards/predicate | Did you mean \"amount\"?",
                "{event: created}, forEach: '/orders/*', invoke: {choose: item.worker, among: [clerk]} | /rules/0/invoke/choose | item.worker",
                "{all: [{path: '/orders/*'}, {path: '/payments/*'}]}, when: item.amuont > 1, invoke: clerk | /rules/0/when | item.amuont; Did you mean \"amount\"?",
                "{all: [{path: '/orders/*'}, {path: '/payments/*'}], correlate: item.order}, invoke: clerk | /rules/0/on/correlate | item.order; /state/schema/properties/orders/items/additionalProperties forbids it",
                "{count: 2, of: [{path: '/orders/*'}], correlate: item.odrer}, invoke: clerk | /rules/0/on/correlate | item.odrer",
            })
    void fieldThatNoItemHas_isTold(String on, String pointer, String words) {
        assertTold(problems("", on, "state.open"), pointer, words);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                ", idempotencyKey: item.di | /workers/clerk/idempotencyKey | item.di; Did you mean \"id\"?",
                ", kind: board, board: {blueprint: b, input: \"{'order': item.nr}\", result: /orders/0/receipt} | /workers/clerk/board/input | item.nr",
            })
    void fieldThatAWorkersItemsDoNotHave_isTold(String key, String pointer, String words) {
        assertTold(problems(key, "{path: '/orders/*'}, invoke: clerk", "state.open"), pointer, words);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "size(state.count) > 1 | a string or a list or an object for size, but state.count never is: /state/schema/properties/count/type says \"integer\"",
                "state.open.size() > 1 | for size, but state.open never is",
                "state.count.contains('x') | a string for contains, but state.count never is",
                "state.tags.contains('x') | Whether a list has something in it is asked with ... in state.tags.",
                "state.title.startsWith(state.count) | a string for startsWith, but state.count never is",
                "state.orders.exists(o, o.amount.matches('1.*')) | a string for matches, but state.orders[...].amount never is",
                "state.title + 1 > 3 | a number for +, but state.title never is: /state/schema/properties/title/type says \"string\"",
                "'n' + state.count == 'n1' | a string for +, but state.count never is",
                "state.title - 1 > 3 | a number for -, but state.title never is",
                "-state.title == 3 | a number for -, but state.title never is",
                "state.count * state.open > 1 | a number for *, but state.open never is",
                "state.tags + 'x' == 'x' | a string for +, but state.tags never is",
                "state.count == state.title | state.count and state.title to be of one type, but they never are: /state/schema/properties/count/type says \"integer\", and /state/schema/properties/title/type says \"string\".",
                "state.count < state.title | to be of one type",
                "state.count + state.title == 'x' | state.count and state.title to be of one type",
                "state.orders.all(i, o, o.idd != 'x') | state.orders[...].idd; Did you mean \"id\"?",
                "state.payments.exists(name, p, p.amount == 'x') | state.payments[...].amount; never \"x\"",
            })
    void whatATypeDoesNotAllow_isTold(String when, String words) {
        assertTold(problems("", "{path: '/orders/*'}, invoke: clerk", when), "/complete/when", words);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "size(state.tags) + size(state.payments) + size(state.title) == state.count",
                "state.maybe + 1 > 2 || state.maybe + 'x' == 'ax' || state.maybe == state.count || state.maybe == state.title",
                "state.any + 1 > 2 || size(state.any) > 1 || state.any.contains('x') || state.any == state.open",
                "state.tags + ['x'] == state.tags || state.title + state.tags[0] == 'x'",
                "state.orders.all(o, o.amount - 1 < state.count && o.amount > state.count / 2)",
                "state.orders.all(i, o, i < state.count && o.id != state.title)",
                "state.payments.all(name, p, name != p.order && name.startsWith(state.title))",
                "state.payments.exists(name, name == state.title)",
                "string(state.count) + state.title == 'x'",
                "(state.open ? 1 : 2) + state.count > 2",
                "state.open == state.?open.orValue(false)"
            })
    void whatSomeTypeAllows_isLeftAlone(String when) {
        assertThat(problems("", "{path: '/orders/*'}, invoke: clerk", when)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{all: [{path: '/orders/*'}, {path: '/payments/*'}], correlate: 'has(item.order) ? item.order : item.id'}, invoke: clerk",
                "{any: [{path: '/orders/*'}, {path: '/payments/*'}]}, when: item.order == 'x', invoke: clerk",
                "{event: created}, when: item == null, invoke: clerk",
                "{path: '/**'}, when: item.idd == 'x', invoke: clerk",
                "{path: '/payments/*'}, forEach: '/orders/*', when: item.id == 'x', invoke: clerk",
            })
    void whatSomeItemHas_isLeftAlone(String on) {
        assertThat(problems("", on, "state.open")).isEmpty();
    }

    /** Who takes over, or is chosen, is asked about the items of others. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{path: '/payments/*'}, invoke: helper}\n  - {name: second, on: {path: '/orders/*'}, invoke: {choose: item.id, among: [clerk]}",
                "{path: '/payments/*'}, invoke: {choose: item.order}}\n  - {name: second, on: {path: '/orders/*'}, invoke: helper",
                "{path: '/orders/*'}, invoke: clerk}\n  - {name: second, on: {path: '/payments/*'}, invoke: clerk"
            })
    void keyOfAWorker_isOfAllItemsThatItMayBeAskedAbout(String on) {
        assertThat(problems(", idempotencyKey: item.order", on, "state.open")).isEmpty();
    }
}
