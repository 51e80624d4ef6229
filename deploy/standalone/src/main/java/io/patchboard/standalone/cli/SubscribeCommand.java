package io.patchboard.standalone.cli;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.log.Choice;
import io.patchboard.gateway.config.SigningKey;
import io.patchboard.gateway.secret.Secret;
import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.record.Event;
import io.patchboard.record.EventKinds;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.Cluster;
import io.patchboard.standalone.cli.base.ConnectionOptions;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.run.StopSignal;
import io.patchboard.standalone.screen.Text;
import io.patchboard.standalone.webhook.ApprovalLinks;
import io.patchboard.standalone.webhook.Subscription;
import io.patchboard.standalone.webhook.Webhook;
import io.patchboard.text.FileTrouble;
import io.patchboard.text.Spelling;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code subscribe}. */
@Command(
        name = "subscribe",
        description = {
            "Posts entries of the boards' logs to a URL as they are committed, until Ctrl-C: at least once, and of each"
                    + " board in order.",
            "Started again, it goes on where it was; all that are started with one --group share the boards."
                    + " docs/subscribe.md has more."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  patchboard subscribe --to http://localhost:8000/hook --kind NeedsPerson",
            "  patchboard subscribe --to https://example.org/hook --secret-file key --kind BoardCompleted --kind BoardHalted"
        })
final class SubscribeCommand implements Callable<Integer> {

    /** What a group begins with. */
    enum From {
        BEGINNING,
        NOW
    }

    private static final int DIGITS = 12;

    @Mixin
    private ConnectionOptions connection;

    @Option(
            names = "--to",
            paramLabel = "URL",
            required = true,
            description = "Where each entry is posted. Only an answer of 2xx counts as taken.")
    private URI url;

    @Option(
            names = "--kind",
            paramLabel = "KIND",
            description = "Entries of this kind, as NeedsPerson; may be repeated. Default: all kinds but rejections and"
                    + " invocations.")
    private Set<String> kinds = Set.of();

    @Option(
            names = "--board",
            paramLabel = "ID",
            description = "Entries of this board and of those that are made for it; may be repeated. Default: of all.")
    private Set<String> boards = Set.of();

    @Option(
            names = "--secret-file",
            paramLabel = "FILE",
            description =
                    "Sign each request with the key in this file, as Standard Webhooks has it. Default: unsigned.")
    private Optional<Path> secretFile = Optional.empty();

    @Option(
            names = "--link-to",
            paramLabel = "URL",
            description = "Add links to what asks for a person, to the page of the server that people reach under this"
                    + " URL; each decides in one person's name, without a token. Needs --link-secret-file.")
    private Optional<URI> linkTo = Optional.empty();

    @Option(
            names = "--link-secret-file",
            paramLabel = "FILE",
            description = "The secret that the server was given for links, by the same option.")
    private Optional<Path> linkSecretFile = Optional.empty();

    @Option(
            names = "--link-for",
            paramLabel = "NAME",
            description = "Whose links are made where no gate says who may decide; may be repeated.")
    private List<String> linkFor = List.of();

    @Option(
            names = "--group",
            paramLabel = "NAME",
            description = "The Kafka consumer group whose position is kept. Default: one of this URL, these kinds and"
                    + " boards.")
    private Optional<String> group = Optional.empty();

    @Option(
            names = "--from",
            paramLabel = "WHERE",
            defaultValue = "NOW",
            description = "Where a group begins that is new: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}")
    private From from = From.NOW;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        Webhook webhook = new Webhook(checked(url, "--to"), secretFile.map(SubscribeCommand::key), links());
        kinds.forEach(SubscribeCommand::requireKind);
        KafkaConnection cluster = connection.connection();
        Subscription subscription = new Subscription(
                cluster, group.orElseGet(() -> groupOf(cluster)), new Choice(kinds, boards), from == From.NOW, webhook);
        try (StopSignal stop = StopSignal.install(ExitCodes.OK)) {
            try (Cluster there = Cluster.connectServer(cluster)) {
                throw CliException.failed(subscription.run(() -> started(subscription), this::tell));
            } catch (InterruptedException | RuntimeException e) {
                if (stop.requested()) {
                    return ExitCodes.OK;
                }
                throw e;
            }
        }
    }

    private void started(Subscription subscription) {
        spec.commandLine().getOut().println("started group=" + subscription.group());
        spec.commandLine().getOut().flush();
    }

    private void tell(String sentence) {
        spec.commandLine().getErr().println(Text.printable(sentence));
        spec.commandLine().getErr().flush();
    }

    /** Two subscriptions in one group would each get a part, so each has its own unless it is named. */
    private String groupOf(KafkaConnection cluster) {
        Json all = JsonArray.of(
                Json.of(url.toString()),
                Json.of(String.join("\n", new TreeSet<>(kinds))),
                Json.of(String.join("\n", new TreeSet<>(boards))));
        return cluster.topics().prefix() + "subscribe-"
                + CanonicalJson.sha256(all).substring(0, DIGITS);
    }

    private static void requireKind(String kind) {
        List<String> known = EventKinds.types(Event.class);
        if (!known.contains(kind)) {
            throw CliException.failed("Expected one of " + String.join(", ", known) + " for --kind, but got \"" + kind
                    + "\"." + Spelling.question(kind, known));
        }
    }

    private Optional<ApprovalLinks> links() {
        if (linkTo.isPresent() != linkSecretFile.isPresent() || linkTo.isEmpty() && !linkFor.isEmpty()) {
            throw CliException.failed("Expected --link-to and --link-secret-file together, but got only one of them"
                    + (linkFor.isEmpty() ? "." : ", or --link-for without them."));
        }
        return linkTo.map(server -> new ApprovalLinks(
                LinkSecret.read(linkSecretFile.orElseThrow()), checked(server, "--link-to"), linkFor));
    }

    private static URI checked(URI url, String option) {
        boolean http = "http".equalsIgnoreCase(url.getScheme()) || "https".equalsIgnoreCase(url.getScheme());
        if (!http || url.getHost() == null || url.getRawUserInfo() != null || url.getRawFragment() != null) {
            throw CliException.failed(
                    "Expected a URL for " + option + " that begins with http:// or https:// and a host, without a"
                            + " user and without a fragment, but got another. (It may be a secret, so it is not shown.)");
        }
        return url;
    }

    private static Secret key(Path file) {
        try {
            Secret secret = Secret.fromFile(file);
            SigningKey.of(secret);
            return secret;
        } catch (IOException e) {
            throw CliException.failed("Expected a key in the file of --secret-file, but " + FileTrouble.of(e) + ".");
        } catch (IllegalArgumentException e) {
            throw CliException.failed(
                    "Expected Base64 after whsec_ in the file of --secret-file, but it is not. Any other key is taken as text.");
        }
    }
}
