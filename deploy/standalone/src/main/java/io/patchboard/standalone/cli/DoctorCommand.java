package io.patchboard.standalone.cli;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.standalone.check.Finding;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.Cluster;
import io.patchboard.standalone.cli.base.ConnectionOptions;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Findings;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import io.patchboard.standalone.doctor.Doctor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code doctor}. */
@Command(
        name = "doctor",
        description = {
            "Looks at a Kafka cluster and PatchBoard's topics on it, and says of each thing what is wrong and how to mend"
                    + " it: brokers and what they can do, room on their disks, topics, their settings and copies, rights,"
                    + " clocks, whether kernels decide and how far they are behind, the Schema Registry.",
            "Changes nothing. Exit code 0 if nothing fails; warnings do not count."
        },
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  patchboard doctor --bootstrap-server kafka-1:9092 --config client.properties"})
final class DoctorCommand implements Callable<Integer> {

    @Mixin
    private ConnectionOptions connection;

    @Mixin
    private OutputOptions options;

    @Override
    public Integer call() throws InterruptedException {
        Output output = options.output();
        List<Finding> told = new ArrayList<>();
        try (Cluster cluster = Cluster.connect(connection)) {
            Doctor.examine(cluster.connection(), finding -> {
                told.add(finding);
                output.line(Findings.line(finding, output.look()));
            });
        } catch (CliException e) {
            Finding away = Finding.fail("kafka", e.getMessage());
            told.add(away);
            output.line(Findings.line(away, output.look()));
        }
        boolean well = told.stream().noneMatch(finding -> finding.level() == Finding.Level.fail);
        if (output.isJson()) {
            List<Json> checks = told.stream().<Json>map(Finding::json).toList();
            output.document(JsonObject.builder()
                    .put("passed", well)
                    .put("checks", JsonArray.copyOf(checks))
                    .build());
        }
        return well ? ExitCodes.OK : ExitCodes.FAILED;
    }
}
