package io.patchboard.standalone.http;

import io.patchboard.metrics.Metric;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** {@code docs/metrics.md}, made from the metrics themselves. */
final class MetricsPage {

    private static final String HEAD = """
            # Metrics

            Made from the metrics themselves; `MetricsTest` fails where this page differs from them, and says how to make it anew.

            `GET /metrics` tells them in the text form of Prometheus: at the HTTP API of `up`, `server` and gateways (`--http-port`), where the caller needs the right
            to read, if there are tokens, and at a kernel that runs on its own where `PATCHBOARD_HTTP_PORT` is set, which tells nothing of any board and asks for
            no token. There `/health/live` says that the process lives, and `/health/ready` that its boards are restored and it
            began to decide. It stays ready while Kafka is away; `kafka_stream_alive_stream_threads` says whether threads still live.

            ```yaml
            scrape_configs:
              - job_name: patchboard
                static_configs: [{targets: ["localhost:8080"]}]
                # authorization: {credentials_file: /etc/prometheus/patchboard.token}
            ```

            [deploy/monitoring](../deploy/monitoring) has rules for alerts (`rule_files`), each with what to look at first, and a dashboard for Grafana (Import).

            A histogram has `_bucket`, `_count` and `_sum`; times are in seconds. No label has a board's id. Names that users choose (`blueprint`, `worker`, `model`, `source`)
            are labels as far as the first 100 of each; the others count together as `other`. What was decided in a transaction that was aborted is decided
            again, and counts twice. Beside these stand Micrometer's metrics of the JVM and the process (`jvm_...`, `process_...`, `system_...`).
            """;

    private MetricsPage() {}

    static String of(
            List<Metric> kernel,
            List<Metric> gateway,
            List<Metric> boards,
            List<Metric> sources,
            Map<String, String> ofKafka) {
        StringBuilder page = new StringBuilder(HEAD);
        table(page, "Kernel", kernel);
        table(page, "Gateway", gateway);
        table(page, "Boards, at `up` and `server`", boards);
        table(page, "Sources, at `up`", sources);
        page.append("\n## Kafka's clients, in kernels\n\n| Metric | Means |\n|---|---|\n");
        ofKafka.forEach((name, meaning) ->
                page.append("| `").append(name).append("` | ").append(meaning).append(" |\n"));
        return page.toString();
    }

    private static void table(StringBuilder page, String title, List<Metric> metrics) {
        page.append("\n## ").append(title).append("\n\n| Metric | Kind | Labels | Means |\n|---|---|---|---|\n");
        metrics.forEach(metric -> page.append("| `")
                .append(metric.prometheusName())
                .append("` | ")
                .append(metric.kind().name().toLowerCase(Locale.ROOT))
                .append(" | ")
                .append(metric.labels().stream().map(label -> "`" + label + "`").collect(Collectors.joining(", ")))
                .append(" | ")
                .append(metric.meaning())
                .append(" |\n"));
    }
}
