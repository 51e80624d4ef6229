package io.patchboard.standalone.preset;

import io.patchboard.gateway.preset.blackboard.Team;
import java.util.List;
import java.util.Optional;

/** Teams of a few agents, and what their coordinator says. */
final class Teams {

    static final String GO_ON = "{\"terminate\": false, \"next_agent\": \"%s\", \"instruction\": \"%s\"}";
    static final String STOP = "{\"terminate\": true, \"next_agent\": null, \"instruction\": null}";

    private Teams() {}

    static Team coordinated(int rounds, String... agents) {
        return new Team(List.of(agents), Optional.of("boss"), Optional.empty(), rounds, true, Team.Limits.NONE);
    }

    static Team lenient(int rounds, String... agents) {
        return new Team(List.of(agents), Optional.of("boss"), Optional.empty(), rounds, false, Team.Limits.NONE);
    }

    static Team taking(int rounds, String... agents) {
        return new Team(List.of(agents), Optional.empty(), Optional.empty(), rounds, true, Team.Limits.NONE);
    }

    static Team decided(int rounds, String... agents) {
        return new Team(List.of(agents), Optional.empty(), Optional.of("judge"), rounds, true, Team.Limits.NONE);
    }

    static String next(String agent) {
        return GO_ON.formatted(agent, "do");
    }
}
