package io.patchboard.gateway.preset.blackboard;

import java.util.StringJoiner;
import java.util.stream.Collectors;

/** Writes the blueprint of a team, as commented YAML that people go on editing. */
final class BlackboardBlueprint {

    /**
     * For each round: two decisions of the referee, and as many attempts and requests to see more as policies allow.
     */
    private static final int INVOCATIONS_A_ROUND = 20;

    private final Team team;
    private final int longestProblem;
    private final BlackboardState state;

    private BlackboardBlueprint(Team team) {
        this.team = team;
        this.longestProblem = team.strict() ? 10_000 : 100_000;
        this.state = new BlackboardState(team, team.strict() ? 20_000 : 100_000);
    }

    static String of(Team team) {
        return new BlackboardBlueprint(team).text();
    }

    private String text() {
        return String.join(
                "\n",
                head(),
                state.initial(),
                state.schema(),
                new BlackboardRoles(team).text(),
                rules(),
                privatePaths(),
                invariants(),
                policies(),
                end());
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
                onIncident: halt
                name: blackboard
                description: Agents solve a problem together on a blackboard, in at most %d rounds.

                input:
                  type: object
                  required: [problem]
                  additionalProperties: false
                  properties:
                    problem: {type: string, maxLength: %d}
                """.formatted(command(), picture(), team.maxRounds(), longestProblem);
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

    private String rules() {
        String coordinated = team.coordinatorRole()
                .map(role -> """
                          - name: coordinate # each round begins here
                            on: {path: /round}
                            when: state.phase == 'coordinating'
                            invoke: %s
                          - name: judge
                            on: {path: /decision}
                            invoke: referee
                        """.formatted(Yaml.quoted(role)))
                .orElse("");
        String decided =
                team.deciderRole().map(role -> """
                          - name: decide
                            on: {op: [replace], path: /phase}
                            when: item == 'deciding'
                            invoke: %s
                          - name: publish
                            on: {path: /synthesis}
                            invoke: referee
                        """.formatted(Yaml.quoted(role))).orElse("");
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
                coordinated, team.agents().stream().map(Yaml::quoted).collect(Collectors.joining(", ")), decided);
    }

    private String privatePaths() {
        return "private:\n"
                + Yaml.lines(
                        team.noteTakers(),
                        2,
                        name -> "- {path: \"/private/" + name + "\", to: " + Yaml.quoted(name) + "}")
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

    /**
     * A coordinator is not asked again in the same round: the original uses the round up, and the next round asks
     * again.
     */
    private String policies() {
        int agentAttempts = team.strict() ? 2 : 1;
        String timeout = team.strict() ? "PT5M" : "P1D";
        String coordinated = team.coordinator().isPresent() ? """
                  coordinator: # one attempt: what cannot be used uses the round up, and the next round asks again
                    timeout: %s
                    retry: {maxAttempts: 1}
                    outage: {patience: PT0S}
                    onExhausted: {catch: referee}
                """.formatted(timeout) : "";
        String decided = team.decider().isPresent() ? """
                  decider: # when its attempts are spent, the answer is what it is without a decider
                    timeout: %s
                    retry: {maxAttempts: %d, backoff: {base: PT1S}}
                    outage: {patience: PT0S}
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
                    outage: {patience: PT0S}
                    onExhausted: {catch: referee}
                %s""".formatted(coordinated, timeout, agentAttempts, decided);
    }

    private String end() {
        StringJoiner budgets = new StringJoiner(", ", "{", "}");
        budgets.add("invocations: " + (100 + INVOCATIONS_A_ROUND * team.maxRounds()));
        team.limits().tokens().ifPresent(tokens -> budgets.add("tokens: " + tokens));
        team.limits().cost().ifPresent(cost -> budgets.add("cost: " + cost.toPlainString()));
        team.limits().duration().ifPresent(duration -> budgets.add("duration: " + Yaml.quoted(duration.toString())));
        return """
                # The gate before each round, and each answer counts at once. A board that has used up one of them is halted.
                # tokens, cost and duration may stand here, too.
                budgets: %s

                # The number of rounds bounds everything. A coordinator that makes no sense for a hundred rounds is no loop.
                circuit:
                  invalidStreak: {trigger: 100, worker: 100, board: 100}
                  sameRejection: {count: 100, window: 100}
                  failureStreak: 100
                  onTrip: [retry]

                complete:
                  when: has(state.answer)
                  result: /answer
                """.formatted(budgets);
    }
}
