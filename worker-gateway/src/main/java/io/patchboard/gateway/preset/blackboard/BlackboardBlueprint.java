package io.patchboard.gateway.preset.blackboard;

import io.patchboard.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Writes the blueprint of a team, as commented YAML that people go on editing. */
final class BlackboardBlueprint {

    /** For each round: two decisions of the referee, and as many attempts and requests to see more as policies allow. */
    private static final int INVOCATIONS_A_ROUND = 20;

    private final Team team;
    private final int longest;

    private BlackboardBlueprint(Team team) {
        this.team = team;
        this.longest = team.strict() ? 20_000 : 100_000;
    }

    static String of(Team team) {
        return new BlackboardBlueprint(team).text();
    }

    private String text() {
        return String.join(
                "\n", head(), initial(), schema(), workers(), rules(), privatePaths(), invariants(), policies(), end());
    }

    private String head() {
        return """
                # A blackboard: agents solve a problem together, and each sees what the others wrote.
                # Written by: patchboard preset blackboard %s
                #
                %s
                #
                # The referee is part of PatchBoard (java: blackboard/referee). It posts entries, counts rounds and judges decisions;
                # nobody else may write /public, so nobody can sign for another. docs/preset-blackboard.md describes the round.

                apiVersion: patchboard/v1
                name: blackboard
                description: Agents solve a problem together on a blackboard, in at most %d rounds.

                input:
                  type: object
                  required: [problem]
                  additionalProperties: false
                  properties:
                    problem: {type: string, maxLength: %d}
                """.formatted(command(), picture(), team.maxRounds(), longest);
    }

    private String command() {
        StringJoiner command = new StringJoiner(" ");
        command.add("--agents " + String.join(",", team.agents()));
        team.coordinator().ifPresent(name -> command.add("--coordinator " + name));
        team.decider().ifPresent(name -> command.add("--decider " + name));
        command.add("--max-rounds " + team.maxRounds());
        if (!team.strict()) {
            command.add("--no-strict");
        }
        return command.toString();
    }

    private String picture() {
        String end = team.decider().isPresent() ? "decider ──▶ answer" : "answer";
        return team.coordinator().isPresent()
                ? "#   problem ──▶ coordinator ──decision──▶ referee ──turn──▶ agent ──draft──▶ referee ──▶ next round\n"
                        + "#                                            └──terminate, or the last round──▶ " + end
                : "#   problem ──▶ referee ──turn──▶ agent ──draft──▶ referee ──▶ next round: the next agent\n"
                        + "#                                                     └──the last round──▶ " + end;
    }

    private String initial() {
        String agents = lines(8, agent -> "- {name: " + quoted(agent) + ", about: \"\"}");
        return """
                state:
                  initial:
                    problem: {$input: /problem}
                    # Nobody may write here. What an agent is good for (about) is what the coordinator learns of it.
                    team:
                      agents:
                %s
                      coordinator: %b
                      decider: %b
                      maxRounds: %d
                    phase: opening # what the board waits for
                    round: 0 # counted by the referee
                    rounds: [] # what became of each round
                    public: [] # the blackboard that everybody reads
                    private: {%s} # what each agent alone reads
                    drafts: {} # what an agent has written, until the referee has posted it
                    # decision: what the coordinator said, until the referee has judged it
                    # turn: who contributes next, and on what
                    # best: what the answer would be without a decider: the last answer, else the last contribution
                    # synthesis: what the decider wrote
                    # answer: its arrival completes the board
                """.formatted(
                agents,
                team.coordinator().isPresent(),
                team.decider().isPresent(),
                team.maxRounds(),
                team.agents().stream().map(agent -> quoted(agent) + ": []").collect(Collectors.joining(", ")));
    }

    private String schema() {
        String names = team.agents().stream().map(BlackboardBlueprint::quoted).collect(Collectors.joining(", "));
        return """
                  schema:
                    type: object
                    required: [problem, team, phase, round, rounds, public, private, drafts]
                    additionalProperties: false
                    properties:
                      problem: {type: string}
                      team: {type: object}
                      phase: {enum: [opening, coordinating, contributing, deciding, done]}
                      round: {type: integer, minimum: 0, maximum: %1$d}
                      rounds:
                        type: array
                        maxItems: %1$d
                        items:
                          type: object
                          required: [round, outcome]
                          properties:
                            round: {type: integer}
                            outcome: {enum: [contribution, no-contribution, no-contributor, unknown-agent, terminated]}
                            agent: {type: string}
                      public:
                        type: array
                        maxItems: %2$d # the problem, and for each round one entry
                        items: {$ref: "#/$defs/entry"}
                      private:
                        type: object
                        additionalProperties: false
                        properties:
                %3$s
                      drafts:
                        type: object
                        additionalProperties: false
                        properties:
                %4$s
                %5$s      turn:
                        type: object
                        required: [round, agent, instruction]
                        properties:
                          round: {type: integer}
                          agent: {enum: [%6$s]}
                          instruction: {type: string}
                      best:
                        type: object
                        required: [kind, content]
                        properties:
                          kind: {enum: [answer, contribution]}
                          content: {type: string}
                %7$s      answer: {type: string}
                    $defs:
                      entry:
                        type: object
                        required: [timestamp, author, content, kind]
                        additionalProperties: false
                        properties:
                          timestamp: {type: string, pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z$"}
                          author: {enum: [user, system, %6$s]}
                          content: {type: string}
                          kind: {type: string}
                %8$s""".formatted(
                team.maxRounds(),
                team.maxRounds() + 1,
                lines(
                        10,
                        agent -> quoted(agent) + ": {type: array, " + (team.strict() ? "maxItems: 200, " : "")
                                + "items: {$ref: \"#/$defs/note\"}}"),
                lines(10, agent -> quoted(agent) + ": {$ref: \"#/$defs/draft\"}"),
                team.coordinator().isPresent() ? decision() : "",
                names,
                team.decider().isPresent() ? "      synthesis: {type: string, maxLength: %d}\n".formatted(longest) : "",
                drafts());
    }

    private String decision() {
        return team.strict() ? """
                      decision:
                        type: object
                        properties:
                          terminate: {type: boolean} # nothing else will do
                          next_agent: {type: [string, "null"], maxLength: 1000}
                          instruction: {type: [string, "null"], maxLength: %d}
                """.formatted(longest) : """
                      decision: # an object, or the text of one; the referee reads it as leniently as the original does
                        maxLength: %d
                        properties:
                          next_agent: {maxLength: 1000}
                          instruction: {maxLength: %d}
                """.formatted(longest, longest);
    }

    private String drafts() {
        return team.strict() ? """
                      draft:
                        type: object
                        required: [content]
                        additionalProperties: false
                        properties:
                          content: {type: string, minLength: 1, maxLength: %1$d}
                          kind: {enum: [contribution, answer]} # left out: contribution
                      note:
                        type: object
                        required: [content]
                        additionalProperties: false
                        properties:
                          content: {type: string, minLength: 1, maxLength: %1$d}
                          kind: {type: string, maxLength: 40}
                          timestamp: {type: string, maxLength: 40}
                          author: {type: string, maxLength: 100}
                """.formatted(longest) : """
                      draft: # a text, or an object
                        type: [string, object]
                        maxLength: %1$d
                        required: [content]
                        properties:
                          content: {type: string, maxLength: %1$d}
                          kind: {type: string, maxLength: 40, not: {enum: [problem, error]}} # left out: contribution
                      note:
                        type: [string, object]
                        maxLength: %1$d
                """.formatted(longest);
    }

    private String workers() {
        List<String> parts = new ArrayList<>();
        parts.add("workers:");
        parts.add(referee());
        team.coordinatorRole().ifPresent(role -> parts.add(coordinator(role)));
        team.agents().forEach(agent -> parts.add(agent(agent)));
        team.deciderRole().ifPresent(role -> parts.add(decider(role)));
        return String.join("\n", parts);
    }

    private String referee() {
        String reads = (team.coordinator().isPresent() ? ", /decision" : "")
                + (team.decider().isPresent() ? ", /synthesis" : "");
        String writes = team.coordinator().isPresent() ? "      - {op: [remove], path: /decision}\n" : "";
        return """
                  referee: # java: blackboard/referee; it never sees what agents note in private
                    instruction: Post what was drafted, judge what was decided, and begin the next round.
                    read: [/problem, /team, /phase, /round, /turn, "/drafts/*", /best/kind%s]
                    write:
                      - {op: [test, replace], path: /phase}
                      - {op: [test, replace], path: /round}
                      - {op: [add], path: /rounds/-}
                      - {op: [add], path: /public/-} # appending and nothing else
                      - {op: [add], path: /turn}
                      - {op: [add], path: /best}
                      - {op: [copy], path: /best/content}
                      - {op: [add, copy], path: /answer}
                      - {op: [remove], path: "/drafts/*"}
                %s    view: {maxChars: 1000000}
                    policy: referee
                """.formatted(reads, writes);
    }

    private String coordinator(String role) {
        return """
                  %s:
                    instruction: >-
                      You coordinate a team of specialists who solve the problem on a shared blackboard. Read /public and decide: has
                      a satisfactory answer been written? If so, terminate. If not, which agent of /team/agents contributes next,
                      and with what instruction? Add at /decision exactly
                      {"terminate": true or false, "next_agent": NAME or null, "instruction": TEXT or null}.
                    read: [/team, /round, /public]
                    write:
                      - {op: [add], path: /decision}
                %s    policy: coordinator
                """.formatted(quoted(role), view());
    }

    private String agent(String name) {
        return """
                  %1$s:
                    instruction: >-
                      You are %2$s. It is your turn at a shared blackboard: /public has the problem and what others wrote,
                      /private/%2$s has what you noted for yourself alone, /turn has your instruction. Add one contribution at
                      /drafts/%2$s: {"content": TEXT, "kind": "contribution"}, or "kind": "answer" if it answers the problem. Be
                      specific; refer to what others wrote where it helps. You may append notes, {"content": TEXT}, at
                      /private/%2$s/-.
                    read: [/turn, /public, "/private/%2$s"]
                    write:
                      - {op: [add], path: "/drafts/%2$s"}
                      - {op: [add], path: "/private/%2$s/-"}
                %3$s    policy: agents
                """.formatted(quoted(name), name, view());
    }

    private String decider(String role) {
        return """
                  %s:
                    instruction: >-
                      You write the final answer from what a team wrote on a blackboard. Read /public and add at /synthesis the best
                      answer that you can give, as one text. Refer to contributions where it helps, and say so where they disagree.
                    read: [/problem, /public]
                    write:
                      - {op: [add], path: /synthesis}
                %s    policy: decider
                """.formatted(quoted(role), view());
    }

    private String view() {
        return "    view: {maxChars: " + (team.strict() ? 60_000 : 1_000_000) + "}"
                + (team.strict() ? "" : " # the whole board, as the original shows it") + "\n";
    }

    private String rules() {
        String coordinated =
                team.coordinatorRole().map(role -> """
                          - name: coordinate # each round begins here
                            on: {path: /round}
                            when: state.phase == 'coordinating'
                            invoke: %s
                          - name: judge
                            on: {path: /decision}
                            invoke: referee
                        """.formatted(quoted(role))).orElse("");
        String decided =
                team.deciderRole().map(role -> """
                          - name: decide
                            on: {op: [replace], path: /phase}
                            when: item == 'deciding'
                            invoke: %s
                          - name: publish
                            on: {path: /synthesis}
                            invoke: referee
                        """.formatted(quoted(role))).orElse("");
        return """
                rules:
                  - name: open
                    on: {event: created}
                    invoke: referee
                %s  - name: contribute
                    on: {path: /turn}
                    when: state.phase == 'contributing'
                    invoke: {choose: item.agent, among: [%s]}
                  - name: post
                    on: {path: "/drafts/*"}
                    invoke: referee
                %s  - name: nobody-answered # an answer that writes nothing that counts uses the round up, too
                    on: {event: quiescent}
                    invoke: referee
                """.formatted(
                        coordinated,
                        team.agents().stream().map(BlackboardBlueprint::quoted).collect(Collectors.joining(", ")),
                        decided);
    }

    private String privatePaths() {
        return "private:\n"
                + lines(2, agent -> "- {path: \"/private/" + agent + "\", to: " + quoted(agent) + "}")
                + "\n";
    }

    private static String invariants() {
        return """
                invariants:
                  - name: rounds-are-counted
                    path: /round
                    rule: self == oldSelf || self == oldSelf + 1
                    message: A round follows on the one before.
                """;
    }

    /** A coordinator is not asked again in the same round: the original uses the round up, and the next round asks again. */
    private String policies() {
        int agentAttempts = team.strict() ? 2 : 1;
        String timeout = team.strict() ? "PT5M" : "P1D";
        String coordinated = team.coordinator().isPresent() ? """
                  coordinator: # one attempt: what cannot be used uses the round up, and the next round asks again
                    timeout: %s
                    retry: {maxAttempts: 1}
                    onExhausted: {catch: referee}
                """.formatted(timeout) : "";
        String decided = team.decider().isPresent() ? """
                  decider: # when its attempts are spent, the answer is what it is without a decider
                    timeout: %s
                    retry: {maxAttempts: %d, backoff: {base: PT1S}}
                    onExhausted: {catch: referee}
                """.formatted(timeout, agentAttempts) : "";
        return """
                policies:
                  referee:
                    timeout: PT2M
                    retry: {maxAttempts: 10, backoff: {mode: exponential, base: PT0.1S, cap: PT30S}}
                    onExhausted: halt
                %s  agents: # when the attempts are spent, the round is used up
                    timeout: %s
                    retry: {maxAttempts: %d, backoff: {base: PT1S}}
                    onExhausted: {catch: referee}
                %s""".formatted(coordinated, timeout, agentAttempts, decided);
    }

    private String end() {
        StringJoiner budgets = new StringJoiner(", ", "{", "}");
        budgets.add("invocations: " + (100 + INVOCATIONS_A_ROUND * team.maxRounds()));
        team.limits().tokens().ifPresent(tokens -> budgets.add("tokens: " + tokens));
        team.limits().cost().ifPresent(cost -> budgets.add("cost: " + cost.toPlainString()));
        team.limits().duration().ifPresent(duration -> budgets.add("duration: " + quoted(duration.toString())));
        return """
                # The gate before each round, and each answer counts at once. A board that has used up one of them is halted.
                # tokens, cost and duration may stand here, too.
                budgets: %s

                # The number of rounds bounds everything. A coordinator that makes no sense for a hundred rounds is no loop.
                circuit:
                  invalidStreak: {trigger: 100, worker: 100, board: 100}
                  sameRejection: {count: 100, window: 100}
                  onTrip: [retry]

                complete:
                  when: has(state.answer)
                  result: /answer
                """.formatted(budgets);
    }

    private String lines(int indent, UnaryOperator<String> line) {
        return team.agents().stream()
                .map(agent -> " ".repeat(indent) + line.apply(agent))
                .collect(Collectors.joining("\n"));
    }

    /** A double-quoted scalar of YAML, so that no name is taken for a boolean or a number. */
    private static String quoted(String name) {
        return Json.of(name).toString();
    }
}
