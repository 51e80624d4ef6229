package io.patchboard.kernel.blueprint;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Texts;
import io.patchboard.record.Problem;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Mistakes that authors make, each in an otherwise valid blueprint: one message, at its place, that says what was
 * expected, what was found, and what to do about it.
 */
class BlueprintMistakesTest {

    private static final String VALID = """
            apiVersion: patchboard/v1
            name: review
            input: {type: object, properties: {question: {type: string}}}
            state:
              initial: {question: {$input: /question}, drafts: [], votes: {}, done: false, count: 0}
              schema:
                type: object
                additionalProperties: false
                required: [drafts]
                properties:
                  question: {type: string}
                  done: {type: boolean}
                  count: {type: integer}
                  votes: {type: object, additionalProperties: {type: integer}}
                  drafts:
                    type: array
                    items:
                      type: object
                      additionalProperties: false
                      required: [text]
                      properties: {text: {type: string}, unique: {type: boolean}, status: {enum: [draft, final]}}
            workers:
              writer:
                instruction: Write.
                queue: llm
                read: ["/question", "/drafts/*"]
                write: [{op: [add], path: "/drafts/-"}]
                view: {maxChars: 2000}
                policy: patient
              critic:
                instruction: Criticize.
                read: ["/drafts/*"]
                write: [{op: [replace], path: "/drafts/*/status"}]
            rules:
              - {name: begin, on: {event: created}, invoke: writer}
              - {name: judge, on: {op: [add], path: "/drafts/*"}, when: "item.status != 'final'", invoke: critic}
            invariants:
              - {name: said, path: "/drafts/*", rule: "self.text != ''"}
            policies: {patient: {timeout: PT60S, retry: {maxAttempts: 3, backoff: {mode: exponential, base: PT1S, cap: PT30S}}}}
            budgets: {invocations: 50, tokens: 1000}
            complete: {when: "state.done", result: /drafts}
            """;

    /** What is written instead of what, the place of the message, and what it says. */
    private static final String MISTAKES = """
            policy: patient => patch: {maxOperation: 2} | /workers/writer/patch/maxOperation | Did you mean "maxOperations"?
            policy: patient => neighbourhood: {radius: 2} | /rules/0/on | Watch a path; "writer"
            read: ["/drafts/*"] => neighbourhood: {radios: 2} | /workers/critic/neighbourhood/radios | Did you mean "radius"?
            read: ["/drafts/*"] => neighbourhood: {radius: 4, maxRadius: 3} | /workers/critic/neighbourhood/maxRadius | at least the radius 4; got 3
            read: ["/drafts/*"] => neighbourhood: {kinds: [tim]} | /workers/critic/neighbourhood/kinds/0 | one of time, order, resource; Did you mean "time"?
            budgets: {invocations: 50, tokens: 1000} => neighbourhoods: [{from: /drafts/*, to: "/drafts/**", kind: time}] | /neighbourhoods/0/to | a member; "/drafts/**"
            budgets: {invocations: 50, tokens: 1000} => neighbourhoods: [{from: "/drafts/**", to: /drafts/*/text, kind: time}] | /neighbourhoods/0/from | a member; "/drafts/**"
            budgets: {invocations: 50, tokens: 1000} => neighbourhoods: [{from: /drafts/*, to: /drafts/-, kind: time}] | /neighbourhoods/0/to | use "*"
            budgets: {invocations: 50, tokens: 1000} => neighbourhoods: [{from: /drafts/*, to: "item.txt", kind: time}] | /neighbourhoods/0/to | item.txt; Did you mean "text"?
            budgets: {invocations: 50, tokens: 1000} => neighbourhoods: [{from: /drafts/*, to: "item.", kind: time}] | /neighbourhoods/0/to | CEL
            budgets: {invocations: 50, tokens: 1000} => neighbourhoods: [{from: /drafts/*, to: /drafts/*/text}] | /neighbourhoods/0 | kind
            budgets: {invocations: 50, tokens: 1000} => neighbourhoods: [{from: /drafts/*, to: /drafts/*/text, kind: space}] | /neighbourhoods/0/kind | one of time, order, resource; "space"
            policy: patient => patch: {maxOperations: 0} | /workers/writer/patch/maxOperations | at least 1
            policy: patient => patch: {requireTest: [drafts]} | /workers/writer/patch/requireTest/0 | "/"
            policy: patient => patch: {requireTest: [/drafts/-]} | /workers/writer/patch/requireTest/0 | use "*"
            policy: patient => patch: {schema: {minItem: 1, type: lst}} | /workers/writer/patch/schema/type | lst
            "state.done" => "state.don" | /complete/when | state.don; Did you mean "done"?; The fields are count, done
            "state.done" => "sum(state.drafts.map(d, size(d.text))) < 9" | /complete/when | CEL adds up no list; state.parts.all(p
            "state.done" => "has(state.dome)" | /complete/when | state.dome; Did you mean "done"?
            "state.done" => "state.drafts.all(d, d.uniqe)" | /complete/when | state.drafts[...].uniqe; Did you mean "unique"?
            "state.done" => "state.drafts.filter(d, d.status == 'final').size() > 1 && state.drafts.exists(d, d.txt == 'x')" | /complete/when | .txt; Did you mean "text"?
            "state.done" => "state.drafts[0].stats == 'final'" | /complete/when | state.drafts[0].stats; Did you mean "status"?
            "state.done" => "state['drfats'].size() > 0" | /complete/when | state.drfats; Did you mean "drafts"?
            "state.done" => "state.question.text == 'x'" | /complete/when | state.question.text; says "string"
            "state.done" => "state.votes.anna.x == 1" | /complete/when | state.votes.anna.x; says "integer"
            "state.done" => "state.?dnoe.orValue(false)" | /complete/when | state.dnoe; Did you mean "done"?
            "state.done" => "state.done == 'yes'" | /complete/when | state.done; never "yes"; says "boolean"
            "state.done" => "'3' == state.count" | /complete/when | state.count; never "3"; says "integer"
            "state.done" => "state.count > '3'" | /complete/when | state.count; never a string; says "integer"
            "state.done" => "state.question" | /complete/when | true or false; state.question; says "string"
            "self.text != ''" => "self.text" | /invariants/0/rule | true or false; self.text
            "state.done" => "state.count == 2.5" | /complete/when | state.count; never 2.5; says "integer"
            "state.done" => "state.question == null" | /complete/when | never null; has(state.question)
            "state.done" => "state.drafts.exists(d, d.status == 'finl')" | /complete/when | state.drafts[...].status; never "finl"; Did you mean "final"?
            "item.status != 'final'" => "item.status in ['final', 'opne']" | /rules/1/when | item.status; never "opne"
            "self.text != ''" => "self == 'x'" | /invariants/0/rule | self; says "object"
            "self.text != ''" => "self.txt != ''" | /invariants/0/rule | self.txt; Did you mean "text"?
            "self.text != ''" => "self.text.size > 0" | /invariants/0/rule | self.text.size; says "string"
            "self.text != ''" => "oldSelf.stauts == self.status" | /invariants/0/rule | oldSelf.stauts; Did you mean "status"?
            "item.status != 'final'" => "item.state != 'final'" | /rules/1/when | item.state; Did you mean "status"?
            "item.status != 'final'" => "has(item.unik)" | /rules/1/when | item.unik; The fields are status, text, unique
            "item.status != 'final'" => "itme.status != 'final'" | /rules/1/when | 'itme'; Did you mean "item"?
            "item.status != 'final'" => "item.status = 'final'" | /rules/1/when | column 13; To compare, write ==
            "item.status != 'final'" => "item.status.startWith('f')" | /rules/1/when | 'startWith'; Did you mean "startsWith"?
            "item.status != 'final'" => "size(item.text)" | /rules/1/when | true or false; int
            "/question", "/drafts/*"] => "/questions", "/drafts/*"] | /workers/writer/read/0 | /questions; Did you mean "/question"?; unchecked
            "/question", "/drafts/*"] => "question", "/drafts/*"] | /workers/writer/read/0 | "question"; Did you mean "/question"?
            path: "/drafts/-"} => path: "/draft/-"} | /workers/writer/write/0/path | /draft/-; Did you mean "/drafts/-"?
            path: "/drafts/*/status" => path: "/drafts/*/state" | /workers/critic/write/0/path | Did you mean "/drafts/*/status"?
            policy: patient => policy: patent | /workers/writer/policy | one of patient; "patent"; Did you mean "patient"?
            invoke: critic} => invoke: critik} | /rules/1/invoke | one of critic, writer; Did you mean "critic"?
            op: [replace], => op: [replce], | /workers/critic/write/0/op/0 | one of add, remove, replace; Did you mean "replace"?
            {op: [add], path: "/drafts/*"} => {op: add, path: "/drafts/*"} | /rules/1/on | nearest of them says; an array at /rules/1/on/op
            begin, on: => begin, true: | /rules/0/true | Did you mean "on"?; YAML 1.1; in quotes
            {event: created} => {event: create} | /rules/0/on | nearest of them says; created; "create"
            on: {event: created} => on: created | /rules/0/on | Did you mean {"event":"created"}?
            count: {type: integer} => count: {type: int} | /state/schema/properties/count/type | one of array, boolean; Did you mean "integer"?
            status: {enum: [draft, final]} => status: {enum: draft} | /state/schema/properties/drafts/items/properties/status/enum | an array; "draft"
            required: [text] => required: text | /state/schema/properties/drafts/items/required | an array; "text"
            timeout: PT60S => timeout: 1 minute | /policies/patient/timeout | 30s; "1 minute"
            timeout: PT60S => timeout: 60 | /policies/patient/timeout | "90s"; got 60
            maxAttempts: 3 => maxattempts: 3 | /policies/patient/retry/maxattempts | Did you mean "maxAttempts"?
            mode: exponential => mode: exponentially | /policies/patient/retry/backoff/mode | one of fixed, exponential; Did you mean "exponential"?
            base: PT1S => base: -PT1S | /policies/patient/retry/backoff/base | 30s; "-PT1S"
            invocations: 50 => invocation: 50 | /budgets/invocation | Did you mean "invocations"?
            invocations: 50 => invocations: 0 | /budgets/invocations | at least 1; got 0
            maxChars: 2000 => maxChars: "2000" | /workers/writer/view/maxChars | an integer; "2000"
            result: /drafts => result: drafts | /complete/result | "drafts"; Did you mean "/drafts"?
            queue: llm => queue: "my llm" | /workers/writer/queue | such as "llm"; "my llm"; letters, digits
            name: review => name: Review 1 | /name | such as "summarizer"; "Review 1"; Letters, digits
            complete: => completed: | /completed | Did you mean "complete"?
            drafts: [], votes => drafts: {}, votes | /state/initial/drafts | an array at /drafts; got {}
            {$input: /question} => {$input: question} | /state/initial/question/$input | Did you mean "/question"?
            name: judge => name: begin | /rules/1/name | a name of its own; "begin" is used twice
            instruction: Criticize. => instructions: Criticize. | /workers/critic/instructions | Did you mean "instruction"?
            invoke: critic} => invoke: critic, foreach: "/drafts/*"} | /rules/1/foreach | Did you mean "forEach"?
            invoke: critic} => invoke: {choose: "item.status", amongst: [critic]}} | /rules/1/invoke/amongst | Did you mean "among"?
            {op: [add], path: "/drafts/-"} => {ops: [add], path: "/drafts/-"} | /workers/writer/write/0/ops | Did you mean "op"?
            read: ["/drafts/*"] => read: "/drafts/*" | /workers/critic/read | Did you mean ["/drafts/*"]?
            "/question", "/drafts/*"] => "$.question", "/drafts/*"] | /workers/writer/read/0 | Did you mean "/question"?
            path: "/drafts/*/status" => path: "/drafts/{id}/status" | /workers/critic/write/0/path | Did you mean "/drafts/*/status"?
            result: /drafts => result: state.drafts | /complete/result | Did you mean "/drafts"?
            result: /drafts => result: "drafts[0].text" | /complete/result | Did you mean "/drafts/0/text"?
            on: {op: [add], path: "/drafts/*"} => on: {op: [add], path: "/drafts/*", within: 5m} | /rules/1/on | one of op, path as a member; "within"
            on: {op: [add], path: "/drafts/*"} => on: {count: 2, of: [{path: "/drafts/*"}], corelate: item.text} | /rules/1/on | nearest of them says; Did you mean "correlate"?
            on: {op: [add], path: "/drafts/*"} => on: "/drafts/*" | /rules/1/on | Did you mean {"path":"/drafts/*"}?
            "item.status != 'final'" => "item.status === 'final'" | /rules/1/when | To compare, write ==
            "item.status != 'final'" => "item.status <> 'final'" | /rules/1/when | To compare, write !=
            "item.status != 'final'" => "has(item.status) and item.text == 'and'" | /rules/1/when | write &&
            "item.status != 'final'" => "not has(item.status)" | /rules/1/when | write !
            "item.status != 'final'" => "item.status != final" | /rules/1/when | A text stands in quotes, as 'final'
            "item.status != 'final'" => "len(item.text) > 3" | /rules/1/when | Did you mean "size"?
            "item.status != 'final'" => "item.text.length() > 3" | /rules/1/when | Did you mean "size"?
            "state.done" => "state.drafts.length > 3" | /complete/when | says "array"; Write size(state.drafts)
            "self.text != ''" => "self.text.matches('(?=x)')" | /invariants/0/rule | a regular expression; (?=x); no lookaround
            budgets: {invocations: 50, tokens: 1000} => circuit: paper | /circuit | such as "strict"; got "paper"
            retry: {maxAttempts: 3, backoff: {mode: exponential, base: PT1S, cap: PT30S}} => retry: 3 | /policies/patient/retry | such as {"maxAttempts":3}; got 3
            retry: {maxAttempts: 3, backoff => retry: {retryOn: timeout, backoff | /policies/patient/retry/retryOn | Did you mean ["timeout"]?; "timeout"
            retry: {maxAttempts: 3, backoff => retry: {retryOn: [States.ALL], backoff | /policies/patient/retry/retryOn/0 | one of outage, rate-limit, refused, invalid, timeout, bug; "States.ALL"
            retry: {maxAttempts: 3, backoff: => retry: [{maxAttempts: 3}, {retryOn: [bug]}], outage: {backoff: | /policies/patient/retry/1 | last of its list; without retryOn
            {type: object, properties: {question => {type: object, properties: {more: string, question | /input/properties/more | A schema stands there; Did you mean {"type": "string"}?
            {op: [add], path: "/drafts/-"} => add /drafts/- | /workers/writer/write/0 | such as {"op":["add"],"path":"/notes/-"}; "add /drafts/-"
            """;

    /** Another time, by somebody who comes from elsewhere. */
    private static final String MORE_MISTAKES = """
            apiVersion: patchboard/v1 => apiVersion: patchboard.io/v1 | /apiVersion | "patchboard/v1"; "patchboard.io/v1"
            invoke: writer} => worker: writer} | /rules/0/worker | Did you mean "invoke"?
            when: "item.status != 'final'", => if: "item.status != 'final'", | /rules/1/if | Did you mean "when"?
            when: "item.status != 'final'", => when: true, | /rules/1/when | a string; true; Did you mean "true"?
            invoke: writer} => invoke: [writer, critic]} | /rules/0/invoke | Did you mean {"choose":"item.kind","among":["writer","critic"]}?
            op: [replace], => op: [update], | /workers/critic/write/0/op/0 | "update"; Did you mean "replace"?
            op: [replace], => op: [delete], | /workers/critic/write/0/op/0 | "delete"; Did you mean "remove"?
            op: [replace], => op: [remove], | /workers/critic/write/0/op | privileged: true for worker "critic"
            path: "/drafts/*/status" => path: "/drafts/*/status/" | /workers/critic/write/0/path | Did you mean "/drafts/*/status"?
            path: "/drafts/*/status" => path: "/drafts[*]/status" | /workers/critic/write/0/path | Did you mean "/drafts/*/status"?
            path: "/drafts/*/status" => path: "#/drafts/*/status" | /workers/critic/write/0/path | Did you mean "/drafts/*/status"?
            view: {maxChars: 2000} => view: 2000 | /workers/writer/view | Did you mean {"maxChars":2000}?
            view: {maxChars: 2000} => view: {maxTokens: 100, tokenizer: gpt-4o} | /workers/writer/view/tokenizer | o200k_base; "gpt-4o"
            view: {maxChars: 2000} => kind: llm | /workers/writer/kind | Did you mean "model"?
            view: {maxChars: 2000} => kind: human | /workers/writer/kind | Did you mean "person"?
            view: {maxChars: 2000} => model: small | /workers/writer/model | "model"; workers.yaml
            instruction: Criticize. => prompt: Criticize. | /workers/critic/prompt | Did you mean "instruction"?
            view: {maxChars: 2000} => compensation: {worker: critik, idempotent: true} | /workers/writer/compensation/worker | Did you mean "critic"?
            view: {maxChars: 2000} => compensation: {worker: critic} | /workers/writer/compensation | an idempotencyKey; idempotent: true
            view: {maxChars: 2000} => idempotencyKey: order.id | /workers/writer/idempotencyKey | 'order'; item, items, path
            budgets: {invocations: 50, tokens: 1000} => budgets: 50 | /budgets | Did you mean {"invocations":50}?
            tokens: 1000} => cost: 5 USD} | /budgets/cost | a number; "5 USD"
            complete: {when: "state.done", result: /drafts} => complete: state.done | /complete | Did you mean {"when":"state.done"}?
            result: /drafts => result: [/drafts] | /complete/result | Did you mean "/drafts"?
            "state.done" => "${state.done}" | /complete/when | stands alone, without ${...}
            "state.done" => "{{ state.done }}" | /complete/when | stands alone, without ${...} or {{...}}
            "state.done" => "$.done" | /complete/when | for $.x write state.x
            "state.done" => "state.done == True" | /complete/when | 'True'. Did you mean "true"?
            "state.done" => "state.question == 'x" | /complete/when | ends with the quote
            "state.done" => "(state.done" | /complete/when | column 12; missing ')' at the end
            "state.done" => "state.drafts.some(d, d.unique)" | /complete/when | 'some'. Did you mean "exists"? The variables
            "state.done" => "state.drafts.every(d -> d.unique)" | /complete/when | names its item first
            "state.done" => "state.drafts[-1].unique" | /complete/when | The last item; list[size(list) - 1]
            "state.done" => "now() > 3" | /complete/when | knows no time
            "state.done" => "state.question like 'x%'" | /complete/when | unexpected 'like'; startsWith
            "state.done" => "if state.done then true" | /complete/when | CONDITION ? THIS : THAT
            "state.done" => "'x' in state.question" | /complete/when | a list or an object; state.question.contains
            "state.done" => "!state.drafts" | /complete/when | true or false; state.drafts never is
            "state.done" => "state.done && state.count" | /complete/when | true or false; state.count never is
            invoke: critic} => invoke: critic, loopGuards: {predicate: state.don}} | /rules/1/loopGuards/predicate | state.don; Did you mean "done"?
            budgets: {invocations: 50, tokens: 1000} => onIncident: ask | /onIncident | Did you mean "wait"?
            budgets: {invocations: 50, tokens: 1000} => private: [{path: /drafts, to: [writer]}] | /private/0/to | Did you mean "writer"?
            budgets: {invocations: 50, tokens: 1000} => private: [{path: /drafts, for: writer}] | /private/0/for | Did you mean "to"?
            budgets: {invocations: 50, tokens: 1000} => gates: [{name: g, on: /drafts, approvers: [ada]}] | /gates/0/on | Did you mean {"path":"/drafts"}?
            budgets: {invocations: 50, tokens: 1000} => circuit: {onTrip: halt} | /circuit/onTrip | Did you mean ["halt"]?
            budgets: {invocations: 50, tokens: 1000} => circuit: {invalidStreak: 0} | /circuit/invalidStreak | at least 1; got 0
            budgets: {invocations: 50, tokens: 1000} => circuit: {invalidStreak: {workers: 3}} | /circuit/invalidStreak/workers | Did you mean "worker"?
            budgets: {invocations: 50, tokens: 1000} => circuit: {cycle: {period: 3}} | /circuit/cycle/period | Did you mean "maxPeriod"?
            budgets: {invocations: 50, tokens: 1000} => circuit: {touched: /drafts} | /circuit/touched | Did you mean [{"path":"/drafts"}]?
            budgets: {invocations: 50, tokens: 1000} => operators: {ada: {key: abc}} | /operators/ada/key | Did you mean "keys"?
            retry: {maxAttempts: 3, backoff: {mode: exponential, base: PT1S, cap: PT30S}} => retries: 3 | /policies/patient/retries | Did you mean "retry"?
            backoff: {mode: exponential, base: PT1S, cap: PT30S} => backoff: exponential | /policies/patient/retry/backoff | such as {"mode":"exponential","base":"PT1S"}
            base: PT1S, => initial: PT1S, | /policies/patient/retry/backoff/initial | Did you mean "base"?
            retry: {maxAttempts: 3, backoff: {mode: exponential, base: PT1S, cap: PT30S}} => onExhausted: {goto: critic} | /policies/patient/onExhausted | {"catch":"senior"}; nearest of them says; "catch"
            retry: {maxAttempts: 3, backoff: {mode: exponential, base: PT1S, cap: PT30S}} => outage: PT1H | /policies/patient/outage | Did you mean {"patience":"PT1H"}?
            "self.text != ''" => "this.text != ''" | /invariants/0/rule | 'this'. Did you mean "self"?
            rules: => steps: | /steps | Did you mean "rules"?
            """;

    private record Mistake(String right, String wrong, String pointer, List<String> words) {

        static Mistake of(String line) {
            String[] parts = line.split(" \\| ");
            String[] change = parts[0].split(" => ");
            return new Mistake(change[0], change[1], parts[1], List.of(parts[2].split("; ")));
        }
    }

    static Stream<String> mistakes() {
        return Stream.of(MISTAKES, MORE_MISTAKES).flatMap(String::lines);
    }

    private static List<Problem> problems(String yaml) {
        return BlueprintCompiler.compile(Texts.json(yaml)) instanceof CompileResult.Invalid invalid
                ? invalid.problems()
                : List.of();
    }

    @Test
    void unchanged_itIsValid() {
        assertThat(problems(VALID)).isEmpty();
        assertThat(mistakes().distinct()).hasSizeGreaterThanOrEqualTo(140);
    }

    /** What looks like one of the mistakes and is none. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "has(state.question)",
                "has(state.question) == true",
                "has(state.question) && !has(state.votes.anna)",
                "state.done == false",
                "state.?done.orValue(false)",
                "state.count == 2.0",
                "2.5 < state.count",
                "state.votes.anna in [1, 2]",
                "size(state.drafts) == 3",
                "state.question != '' ? state.done : false",
                "state.drafts.exists(d, d.status == 'final' && d.unique)",
                "state.drafts[0].unique"
            })
    void whatIsNoMistake_isLeftAlone(String condition) {
        assertThat(problems(VALID.replace("\"state.done\"", "\"" + condition + "\"")))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void mistake_isToldOnce_withItsPlaceAndTheWayOut(String line) {
        Mistake mistake = Mistake.of(line);
        assertThat(VALID).contains(mistake.right());

        assertThat(problems(VALID.replace(mistake.right(), mistake.wrong())))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.pointer()).isEqualTo(mistake.pointer());
                    assertThat(problem.message()).startsWith("Expected ").contains(", but ");
                    assertThat(problem.message()).contains(mistake.words());
                });
    }
}
