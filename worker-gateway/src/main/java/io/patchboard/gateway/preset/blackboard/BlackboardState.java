package io.patchboard.gateway.preset.blackboard;

import java.util.stream.Collectors;

/** The section {@code state} of a team's blueprint. */
final class BlackboardState {

    private final Team team;
    private final int longest;

    /** @param longest characters of an entry, at most */
    BlackboardState(Team team, int longest) {
        this.team = team;
        this.longest = longest;
    }

    String initial() {
        String agents = Yaml.lines(
                team.agents(),
                8,
                agent -> "- {name: " + Yaml.quoted(agent) + ", about: " + Yaml.quoted(team.brief(agent)) + "}");
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
                    private: {%s} # what each of them alone reads
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
                        team.noteTakers().stream()
                                .map(name -> Yaml.quoted(name) + ": []")
                                .collect(Collectors.joining(", ")));
    }

    String schema() {
        String names = team.agents().stream().map(Yaml::quoted).collect(Collectors.joining(", "));
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
                            reason: {type: string} # why it was its turn, as the coordinator says
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
                          reason: {type: string}
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
                Yaml.lines(
                        team.noteTakers(),
                        10,
                        name -> Yaml.quoted(name) + ": {type: array, " + (team.strict() ? "maxItems: 200, " : "")
                                + "items: {$ref: \"#/$defs/note\"}}"),
                Yaml.lines(team.agents(), 10, agent -> Yaml.quoted(agent) + ": {$ref: \"#/$defs/draft\"}"),
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
                          reason: {type: [string, "null"], maxLength: 1000}
                """.formatted(longest) : """
                      decision: # an object, or the text of one; the referee reads it as leniently as the original does
                        maxLength: %d
                        properties:
                          next_agent: {maxLength: 1000}
                          instruction: {maxLength: %d}
                          reason: {maxLength: 1000}
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
}
