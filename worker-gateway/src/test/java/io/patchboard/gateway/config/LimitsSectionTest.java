package io.patchboard.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.patchboard.gateway.limit.FairBy;
import io.patchboard.gateway.limit.FleetLimit;
import io.patchboard.record.Problem;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What stands in a workers file of limits that hold for all gateways. */
class LimitsSectionTest {

    @Test
    void parse_limitsOfAllGateways_typed() throws Exception {
        WorkersFile content = WorkersFile.parse("""
                limits:
                  small: {concurrency: 20, rate: 60/min, fairBy: tenant}
                  slow: {rate: 2/h}
                models:
                  m: {provider: openai, baseUrl: "http://localhost:1/v1", model: x, limit: small}
                workers:
                  asked: {llm: m}
                  called: {http: "http://localhost:1", limit: slow}
                  free: {process: [x]}
                  some:
                    versions:
                      a: {process: [x], limit: slow}
                      b: {process: [x], share: 0}
                """, Path.of("w.yaml"));

        FleetLimit small = new FleetLimit("small", OptionalLong.of(20), OptionalLong.of(86_400), new FairBy("tenant"));
        FleetLimit slow = new FleetLimit("slow", OptionalLong.empty(), OptionalLong.of(48), FairBy.NOBODY);
        assertThat(limit(content, "asked")).contains(small);
        assertThat(limit(content, "called")).contains(slow);
        assertThat(limit(content, "free")).isEmpty();
        assertThat(limit(content, "some")).contains(slow);
        assertThat(content.workers().get("asked").concurrency()).hasValue(20);
    }

    private static Optional<FleetLimit> limit(WorkersFile content, String worker) {
        return Limited.of(content.workers().get(worker), worker, "b");
    }

    @Test
    void parse_wrongLimitsOfAllGateways_toldWithWhatToDo() {
        ConfigException error =
                catchThrowableOfType(ConfigException.class, () -> WorkersFile.parse("""
                limits:
                  a: {concurrency: 0}
                  b: {rate: 60 per minute}
                  c: {fairBy: board}
                  d: {concurrency: 1, fairBy: tennant}
                  e: {concurrency: 1, fairBy: /customer~id}
                  f: {concurrency: 1, fairBy: ""}
                models:
                  m: {provider: openai, baseUrl: "http://localhost:1/v1", model: x, limit: bb}
                workers:
                  v: {llm: m, limit: a}
                  w: {process: [x], limit: x}
                """, Path.of("w.yaml")));
        assertThat(error.problems())
                .extracting(Problem::pointer)
                .containsExactlyInAnyOrder(
                        "/limits/a/concurrency",
                        "/limits/b/rate",
                        "/limits/c",
                        "/limits/d/fairBy",
                        "/limits/e/fairBy",
                        "/limits/f/fairBy",
                        "/models/m/limit",
                        "/workers/v/limit",
                        "/workers/w/limit");
        assertThat(error)
                .hasMessageContaining("a rate such as 60/min, 5/s, 1000/h or 20000/day")
                .hasMessageContaining("concurrency, rate or both at /limits/c, but got neither")
                .hasMessageContaining("Did you mean \"tenant\"?")
                .hasMessageContaining("one of the limits [a, b, c, d, e, f] of the section limits at /workers/w/limit")
                .hasMessageContaining("beside the model, in the section models");
    }
}
