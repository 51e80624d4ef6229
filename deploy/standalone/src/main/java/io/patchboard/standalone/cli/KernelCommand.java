package io.patchboard.standalone.cli;

import io.patchboard.kernel.app.KernelMain;
import io.patchboard.standalone.cli.base.ExitCodes;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code patchboard kernel}: {@link KernelMain}, which reads the environment. */
@Command(
        name = "kernel",
        description = {
            "Runs the kernel alone against a Kafka that runs elsewhere, until Ctrl-C.",
            "Kernels of one prefix share its partitions; start as many as you like."
        },
        mixinStandardHelpOptions = true,
        footerHeading = "%nEnvironment variables:%n",
        footer = {
            "  PATCHBOARD_BOOTSTRAP_SERVERS   host:port of Kafka; required",
            "  PATCHBOARD_SECRET, or PATCHBOARD_SECRET_FILE with a path",
            "                                 keys the ids of invocations, the same for all",
            "                                 kernels, 16 bytes or more; required",
            "  PATCHBOARD_STATE_DIR           default: /var/lib/patchboard/streams",
            "  PATCHBOARD_PREFIX              of all topics; default: patchboard.",
            "  PATCHBOARD_QUEUES              the queues that there may be, comma-separated;",
            "                                 default: any",
            "  PATCHBOARD_MOST_QUEUES         so many topics of queues are made; default: 100",
            "  PATCHBOARD_PARTITIONS, PATCHBOARD_REPLICATION",
            "                                 of topics that do not exist yet",
            "  PATCHBOARD_REGISTRY_URL        of a Schema Registry; outputs are then Avro",
            "  PATCHBOARD_REGISTRY_USER, and PATCHBOARD_REGISTRY_PASSWORD or",
            "  PATCHBOARD_REGISTRY_PASSWORD_FILE with a path",
            "  PATCHBOARD_REGISTRY_SUBJECTS   topic (the default) or topic_record",
            "  PATCHBOARD_OUTPUTS             json, avro or confluent, whatever else is set",
            "  PATCHBOARD_CACHE_MB            heap for boards that are kept as objects;",
            "                                 default: a quarter of all",
            "  PATCHBOARD_HTTP_PORT, PATCHBOARD_HTTP_HOST",
            "                                 where /metrics and /health are served; default:",
            "                                 nowhere, 127.0.0.1",
            "  PATCHBOARD_KAFKA_...           a property of every Kafka client:",
            "                                 PATCHBOARD_KAFKA_SECURITY_PROTOCOL is",
            "                                 security.protocol"
        })
final class KernelCommand implements Callable<Integer> {

    @Override
    public Integer call() throws InterruptedException {
        KernelMain.main(new String[0]);
        return ExitCodes.FAILED;
    }
}
