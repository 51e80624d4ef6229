package io.patchboard.workflow.factory;

import io.patchboard.json.Json;
import io.patchboard.workflow.check.SchemaFit;
import java.util.Locale;
import java.util.Optional;

/** What a candidate is judged by (C.2.2): 1 if it satisfies what is asked, 0 if not, between where it is not known. */
public enum Criterion {
    /** The share of the required capabilities that it has; 0 without the role in planning. */
    CAPABILITIES {
        @Override
        double score(AgentSpec spec, AgentProfile agent) {
            if (!spec.role().map(agent.capabilities()::contains).orElse(true)) {
                return 0;
            }
            long has = spec.capabilities().stream()
                    .filter(agent.capabilities()::contains)
                    .count();
            return (double) has / spec.capabilities().size();
        }
    },

    /** It takes what the node is given, and gives what the node has to. */
    PROTOCOL {
        @Override
        double score(AgentSpec spec, AgentProfile agent) {
            return Math.min(fit(spec.input(), agent.input()), fit(agent.output(), spec.output()));
        }
    },

    /** It answers before the node's timeout. */
    EFFICIENCY {
        @Override
        double score(AgentSpec spec, AgentProfile agent) {
            return known(spec.seconds(), agent.seconds(), (most, takes) -> takes.compareTo(most) <= 0);
        }
    },

    /** It can be shown all that the node is shown. */
    CONTEXT {
        @Override
        double score(AgentSpec spec, AgentProfile agent) {
            return agent.context()
                    .map(holds -> holds >= spec.context() ? 1.0 : 0.0)
                    .orElse(UNKNOWN);
        }
    },

    /** Its log entries follow the node's schema of them. */
    LOGGING {
        @Override
        double score(AgentSpec spec, AgentProfile agent) {
            return spec.log().map(agent.logs()::contains).orElse(true) ? 1.0 : 0.0;
        }
    };

    private static final double UNKNOWN = 0.5;

    abstract double score(AgentSpec spec, AgentProfile agent);

    /** Its name in a catalogue. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Who takes or asks for anything is content with anything; who does not say what it gives may give anything. */
    private static double fit(Optional<Json> given, Optional<Json> taken) {
        if (taken.isEmpty()) {
            return 1;
        }
        return given.map(one -> switch (SchemaFit.of(one, taken.get())) {
                    case HOLDS -> 1.0;
                    case REFUTED -> 0.0;
                    case UNDECIDED -> UNKNOWN;
                })
                .orElse(UNKNOWN);
    }

    private interface Test<T> {

        boolean holds(T asked, T offered);
    }

    private static <T> double known(Optional<T> asked, Optional<T> offered, Test<T> test) {
        if (asked.isEmpty()) {
            return 1;
        }
        return offered.map(value -> test.holds(asked.get(), value) ? 1.0 : 0.0).orElse(UNKNOWN);
    }
}
