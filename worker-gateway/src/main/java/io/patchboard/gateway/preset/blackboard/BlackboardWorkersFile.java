package io.patchboard.gateway.preset.blackboard;

/** Writes the workers file beside the blueprint: the referee, and stand-ins to be replaced. */
final class BlackboardWorkersFile {

    private BlackboardWorkersFile() {}

    static String of(Team team) {
        StringBuilder text = new StringBuilder("""
                # Which program serves which worker of blueprint.yaml.
                #
                # THE DEMO WORKERS BELOW KNOW NOTHING. They let the preset run at once, without a model. Replace each by one of
                #     {llm: local, timeout: PT4M}           a language model of the section models, see docs/llm.md
                #     {process: ["python3", "agent.py"]}    a program that reads invocations and writes answers, one JSON line each
                #
                # The referee stays as it is.

                # models:
                #   local: {provider: openai, baseUrl: "http://localhost:11434/v1", model: "qwen3:8b"}

                workers:
                  referee: {java: blackboard/referee}
                """);
        team.coordinatorRole().ifPresent(role -> text.append(line(role, "demo-coordinator")));
        team.agents().forEach(agent -> text.append(line(agent, "demo-agent")));
        team.deciderRole().ifPresent(role -> text.append(line(role, "demo-decider")));
        return text.toString();
    }

    private static String line(String role, String demo) {
        return "  " + Yaml.quoted(role) + ": {java: blackboard/" + demo + "} # demo: replace it\n";
    }
}
