package io.patchboard.standalone.cli;

import io.patchboard.gateway.TopicPrefix;
import io.patchboard.gateway.config.WorkersFile;
import io.patchboard.record.Topics;
import io.patchboard.standalone.acl.Grant;
import io.patchboard.standalone.acl.Part;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.ConnectionOptions;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code acl}. */
@Command(
        name = "acl",
        description = {
            "Prints the least rights that a part needs on a Kafka with an authorizer. Connects to nothing.",
            "One principal may be several: a gateway that serves the HTTP API is gateway,app, with --group patchboard-, and a"
                    + " server gateway,app,reader,publisher, with --group patchboard-http."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  patchboard acl --for kernel",
            "  patchboard acl --for gateway --queue reviews --principal reviewers --commands kafka-1:9092",
            "  patchboard acl --for app --strimzi my-cluster | kubectl apply -f -",
            "  patchboard acl --for gateway,app --prefix acme. --group acme- --principal acme-gateway --quota 5000000 --commands"
        })
final class AclCommand implements Callable<Integer> {

    @Option(
            names = "--for",
            paramLabel = "PART",
            required = true,
            split = ",",
            description =
                    "${COMPLETION-CANDIDATES}, or several, separated by commas. An app sends commands and proposals, a reader looks at boards, an"
                            + " audit is replay --verify and anchor. A sealer sends what is to be sealed, an opener's workers see"
                            + " it, and who is both erases. Sources also need READ on the topics that they read.")
    private List<Part> parts = List.of();

    @Option(
            names = "--principal",
            paramLabel = "NAME",
            description = "Who connects, without \"User:\". Default: patchboard- and the first PART.")
    private Optional<String> principal = Optional.empty();

    @Option(
            names = "--prefix",
            paramLabel = "PREFIX",
            description = "What the names of the topics begin with. Default: the environment variable "
                    + TopicPrefix.VARIABLE + ", or else \"" + Topics.DEFAULT_PREFIX + "\"")
    private Optional<String> prefix = Optional.empty();

    @Option(
            names = "--queue",
            paramLabel = "NAME",
            description = "A queue that a gateway takes invocations from; may be repeated. Default: all.")
    private List<String> queues = List.of();

    @Option(
            names = "--group",
            paramLabel = "NAME",
            defaultValue = WorkersFile.DEFAULT_GROUP,
            description = "What a gateway's group begins with. Default: ${DEFAULT-VALUE}")
    private String group = WorkersFile.DEFAULT_GROUP;

    @Option(
            names = "--quota",
            paramLabel = "BYTES",
            description =
                    "Bytes a second that its clients may write, and as many that they may read: so that what floods one"
                            + " tenant does not slow others. Default: no bound.")
    private Optional<Long> quota = Optional.empty();

    /** In place of a table. */
    private static final class Form {

        @Option(
                names = "--commands",
                paramLabel = "HOST:PORT",
                arity = "0..1",
                fallbackValue = ConnectionOptions.DEFAULT_BOOTSTRAP_SERVER,
                description = "As calls of kafka-acls.sh to these servers. Default: ${FALLBACK-VALUE}")
        private Optional<String> commands = Optional.empty();

        @Option(
                names = "--strimzi",
                paramLabel = "CLUSTER",
                description = "As a KafkaUser of this cluster of Strimzi, in YAML.")
        private Optional<String> strimzi = Optional.empty();
    }

    @ArgGroup
    private final Form form = new Form();

    @Mixin
    private OutputOptions options;

    @Override
    public Integer call() {
        if (!parts.contains(Part.gateway) && !queues.isEmpty()) {
            throw CliException.failed("Expected --queue with --for gateway, but got --for " + parts.get(0) + ".");
        }
        if (quota.isPresent() && quota.get() < 1) {
            throw CliException.failed("Expected a --quota of 1 byte a second or more, but got " + quota.get() + ".");
        }
        Output output = options.output();
        Grant grant = new Grant(
                principal.orElse("patchboard-" + parts.get(0)), Part.rights(parts, topics(), queues, group), quota);
        if (output.isJson()) {
            output.document(grant.json());
        } else if (form.strimzi.isPresent()) {
            output.line(strimzi(grant, form.strimzi.get()).stripTrailing());
        } else {
            form.commands.map(grant::commands).orElseGet(grant::lines).forEach(output::line);
        }
        return ExitCodes.OK;
    }

    private Topics topics() {
        try {
            return TopicPrefix.topics(prefix, System.getenv());
        } catch (IllegalArgumentException e) {
            throw CliException.failed(e.getMessage());
        }
    }

    private static String strimzi(Grant grant, String cluster) {
        try {
            return grant.strimzi(cluster);
        } catch (IllegalArgumentException e) {
            throw CliException.failed(e.getMessage());
        }
    }
}
