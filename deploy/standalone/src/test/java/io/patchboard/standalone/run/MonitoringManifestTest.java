package io.patchboard.standalone.run;

import static io.patchboard.standalone.run.Manifests.built;
import static io.patchboard.standalone.run.Manifests.container;
import static io.patchboard.standalone.run.Manifests.name;
import static io.patchboard.standalone.run.Manifests.ofKind;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.patchboard.gateway.GatewayMeters;
import io.patchboard.kernel.stream.KernelMeters;
import io.patchboard.standalone.http.BoardMeters;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is watched of the parts that the manifests start. */
class MonitoringManifestTest {

    private static final Pattern METRIC = Pattern.compile("\\b(?:patchboard|kafka)_[a-z_]+");

    /** A rule about what nobody tells would never fire, and would look as if it did. */
    @ParameterizedTest
    @ValueSource(strings = {"plain", "strimzi"})
    void whatRulesAskFor_isToldByPartsThatRun(String overlay) throws Exception {
        List<JsonNode> manifests = built(overlay);
        Set<String> scraped = ofKind(manifests, "ServiceMonitor").stream()
                .map(monitor -> monitor.findValue("app.kubernetes.io/name").asText())
                .collect(Collectors.toSet());
        Set<String> parts = ofKind(manifests, "StatefulSet", "Deployment").stream()
                .filter(workload -> scraped.contains(name(workload)))
                .map(workload -> container(workload).at("/args/0").asText())
                .collect(Collectors.toSet());
        Map<String, String> tellers = new HashMap<>();
        KernelMeters.ALL.forEach(metric -> tellers.put(metric.prometheusName(), "kernel"));
        GatewayMeters.ALL.forEach(metric -> tellers.put(metric.prometheusName(), "gateway"));
        BoardMeters.ALL.forEach(metric -> tellers.put(metric.prometheusName(), "server"));
        int asked = 0;
        for (String rule : ofKind(manifests, "PrometheusRule").get(0).findValuesAsText("expr")) {
            Matcher metric = METRIC.matcher(rule);
            while (metric.find()) {
                String teller = metric.group().startsWith("kafka_") ? "kernel" : tellers.get(metric.group());
                assertThat(parts).as(rule).contains(teller);
                asked++;
            }
        }
        assertThat(asked).isGreaterThan(10);
    }
}
