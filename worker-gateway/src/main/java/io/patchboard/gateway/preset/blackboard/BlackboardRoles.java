package io.patchboard.gateway.preset.blackboard;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The section {@code workers} of a team's blueprint: who sees and does what. */
final class BlackboardRoles {

    /**
     * Enough for the problem on any board: what the state requires beside the place that a worker writes, the problem
     * among it, comes after the longest instruction and before all entries, if it takes at most a quarter of the room.
     */
    private static final int STRICT_VIEW = 120_000;

    private static final int WHOLE_BOARD = 1_000_000;

    private final Team team;

    BlackboardRoles(Team team) {
        this.team = team;
    }

    String text() {
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
                    privileged: true # it takes away what it has judged
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
                  %1$s:
                    instruction: >-
                      You coordinate a team of specialists who solve /problem on a shared blackboard. Read /public and decide: has
                      a satisfactory answer been written? If so, terminate. If not, which agent of /team/agents contributes next,
                      and with what instruction? Add at /decision exactly
                      {"terminate": true or false, "next_agent": NAME or null, "instruction": TEXT or null, "reason": TEXT}.
                      You may append notes for yourself alone, {"content": TEXT}, at /private/%2$s/-.
                    read: [/problem, /team, /round, /public, "/private/%2$s"]
                    write:
                      - {op: [add], path: /decision}
                      - {op: [add], path: "/private/%2$s/-"}
                %3$s    policy: coordinator
                """.formatted(Yaml.quoted(role), role, view());
    }

    private String agent(String name) {
        return """
                  %1$s:
                    instruction: >-
                      You are %2$s.%4$s It is your turn at a shared blackboard: /problem is what the team has to solve, /public has
                      what others wrote, /private/%2$s has what you noted for yourself alone, /turn has your instruction. Add one contribution at
                      /drafts/%2$s: {"content": TEXT, "kind": "contribution"}, or "kind": "answer" if it answers the problem. Be
                      specific; refer to what others wrote where it helps. You may append notes, {"content": TEXT}, at
                      /private/%2$s/-.
                    read: [/problem, /turn, /public, "/private/%2$s"]
                    write:
                      - {op: [add], path: "/drafts/%2$s"}
                      - {op: [add], path: "/private/%2$s/-"}
                %3$s    policy: agents
                """.formatted(
                        Yaml.quoted(name),
                        name,
                        view(),
                        Optional.ofNullable(team.about().get(name))
                                .map(about -> " " + about)
                                .orElse(""));
    }

    private String decider(String role) {
        return """
                  %1$s:
                    instruction: >-
                      You write the final answer to /problem from what a team wrote on a blackboard. Read /public and add at /synthesis the best
                      answer that you can give, as one text. Refer to contributions where it helps, and say so where they disagree.
                      You may append notes for yourself alone, {"content": TEXT}, at /private/%2$s/-.
                    read: [/problem, /public, "/private/%2$s"]
                    write:
                      - {op: [add], path: /synthesis}
                      - {op: [add], path: "/private/%2$s/-"}
                %3$s    policy: decider
                """.formatted(Yaml.quoted(role), role, view());
    }

    private String view() {
        return "    view: {maxChars: " + (team.strict() ? STRICT_VIEW : WHOLE_BOARD) + "}"
                + (team.strict() ? "" : " # the whole board, as the original shows it") + "\n";
    }
}
