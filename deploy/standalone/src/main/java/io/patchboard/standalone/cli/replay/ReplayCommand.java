package io.patchboard.standalone.cli.replay;

import io.patchboard.client.log.LogListener;
import io.patchboard.client.log.LogProblem;
import io.patchboard.client.log.LogRecord;
import io.patchboard.client.log.SentReader;
import io.patchboard.kernel.replay.BoardReplay;
import io.patchboard.kernel.replay.Children;
import io.patchboard.record.LogEntry;
import io.patchboard.record.Topics;
import io.patchboard.standalone.cli.base.ArchivedLogOptions;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.Cluster;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import io.patchboard.standalone.screen.Pulse;
import io.patchboard.standalone.screen.Screen;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code replay}. */
@Command(
        name = "replay",
        description = {
            "Rewinds the log and rebuilds every board from it, or one.",
            "Gaps and repeats in a board's sequence, entries that do not apply, and requests or invocations with two"
                    + " outcomes are always found; --verify also recomputes every hash, and holds each entry against"
                    + " docs/log-and-hashes.md."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Exit codes: 0 the log is what it says; 5 it differs, or something that was sent has no outcome;",
            "3 unknown board; 1 there is no log, or it could not be read, or not all of it was understood.",
            "",
            "Examples:",
            "  patchboard replay --verify",
            "  patchboard replay --verify --decide",
            "  patchboard replay --verify --inputs",
            "  patchboard replay --verify --anchor anchors.jsonl",
            "  patchboard replay review-7 --until 40",
            "  patchboard replay --verify --data-dir /backup/patchboard"
        })
public final class ReplayCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Mixin
    private ArchivedLogOptions source;

    @Mixin
    private OutputOptions options;

    @Parameters(arity = "0..1", paramLabel = "ID", description = "The board; all of them where left out.")
    private Optional<String> boardId = Optional.empty();

    @Option(names = "--verify", description = "Recompute every hash, and check what the entries say of each other.")
    private boolean verify;

    @Option(
            names = "--decide",
            description = {
                "With --verify: also have the kernel's own judge decide again on each proposal and command, on the board that it met."
            })
    private boolean decide;

    @Option(
            names = "--inputs",
            description = {
                "Also read what is retained of the topics commands and proposals, and find what has no outcome though the"
                        + " kernel has passed it. Not for one board."
            })
    private boolean inputs;

    @Option(
            names = "--until",
            paramLabel = "SEQ",
            description = "Rebuild one board up to this log entry, and print the hash of its state.")
    private Optional<Long> until = Optional.empty();

    @Option(
            names = "--anchor",
            paramLabel = "FILE",
            description = {
                "With --verify: also prove that the log still leads to each anchor of the file (\"anchor --json\", or \"up"
                        + " --anchor-file\"). Not for one board."
            })
    private Optional<Path> anchorFile = Optional.empty();

    /** Far beyond the time for which a kernel that runs has something wait for its board. */
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

    private final ForkCheck forks = new ForkCheck();
    private final Children children = new Children();
    private final Set<String> begun = new HashSet<>();
    private Check check = Check.NOTHING;

    @Override
    public Integer call() {
        until.filter(sequence -> sequence < 1).ifPresent(sequence -> {
            throw new ParameterException(
                    spec.commandLine(), "Expected a sequence from 1 on as --until, but got " + sequence + ".");
        });
        if (until.isPresent() && boardId.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(), "Expected a board with --until, since each board counts for itself.");
        }
        if (inputs && boardId.isPresent()) {
            throw new ParameterException(
                    spec.commandLine(), "Expected --inputs without a board, since it reads those of all.");
        }
        if (decide && !verify) {
            throw new ParameterException(
                    spec.commandLine(), "Expected --verify with --decide, but got --decide alone.");
        }
        if (anchorFile.isPresent() && (!verify || boardId.isPresent())) {
            throw new ParameterException(
                    spec.commandLine(),
                    "Expected --anchor with --verify and without a board, since it is about all boards.");
        }
        check = decide ? Check.VERDICTS : verify ? Check.HASHES : Check.NOTHING;
        Output output = options.output();
        ReplayReport.Replayed replayed;
        try (Cluster cluster = source.open(output)) {
            replayed = inputs ? withInputs(cluster, output.errors()) : logAlone(cluster, output.errors());
        }
        new ReplayReport(replayed, check, boardId.isPresent()).print(output);
        if (replayed.isPartial()) {
            output.errors()
                    .print(CliException.needsRegistry(replayed.needRegistry()).getMessage());
        }
        if (!replayed.findings().isEmpty()) {
            return ExitCodes.DIFFERS;
        }
        return replayed.audit().unknown().isEmpty() && !replayed.isPartial() ? ExitCodes.OK : ExitCodes.FAILED;
    }

    private ReplayReport.Replayed logAlone(Cluster cluster, Screen screen) {
        Audit audit = new Audit(
                cluster.connection(), check, until.orElse(Long.MAX_VALUE), AnchorCheck.of(anchorFile), this::beginning);
        long begin = System.nanoTime();
        try (Pulse pulse = Pulse.startLater(screen, audit::progress)) {
            cluster.logReader().scan(boardId, audit);
        }
        return replayed(cluster, audit, Optional.empty(), begin);
    }

    private void beginning(LogEntry entry) {
        forks.entry(entry);
        heard(entry);
    }

    private void heard(LogEntry entry) {
        children.accept(entry);
        if (ForkCheck.isBeginning(entry)) {
            begun.add(entry.boardId());
        }
    }

    /** First how far the kernel is, then the log, then what was sent: so no outcome can be missed. */
    private ReplayReport.Replayed withInputs(Cluster cluster, Screen screen) {
        Topics topics = cluster.connection().topics();
        Optional<Instant> cut = Optional.of(Instant.now().minus(LONGEST_WAIT))
                .filter(any -> cluster.logReader().isCut());
        InputAudit sent = new InputAudit(topics, cluster.connection().properties(), cut);
        Audit audit = new Audit(cluster.connection(), check, Long.MAX_VALUE, AnchorCheck.of(anchorFile), entry -> {
            sent.outcome(entry);
            beginning(entry);
        });
        long begin = System.nanoTime();
        SentReader reader = new SentReader(cluster.connection());
        if (!reader.hasOffsets()) {
            throw CliException.failed("Expected the offsets that the kernel has committed, but its group "
                    + topics.kernelGroup() + " has none, or none on topics that these credentials may see ("
                    + topics.commands() + ", " + topics.proposals()
                    + "). Without them nobody can tell what it has passed.");
        }
        AtomicLong read = new AtomicLong();
        try (Pulse pulse =
                Pulse.startLater(screen, () -> audit.progress() + ", " + read + " records of what was sent")) {
            cluster.logReader().scanWritten(audit);
            sent.unread(audit.unread());
            reader.scan(next -> {
                sent.sent(next);
                read.incrementAndGet();
            });
            sent.finish();
        }
        return replayed(cluster, audit, Optional.of(sent), begin);
    }

    private ReplayReport.Replayed replayed(Cluster cluster, Audit audit, Optional<InputAudit> sent, long begin) {
        double seconds = (System.nanoTime() - begin) / 1e9;
        long needRegistry =
                audit.needRegistry() + sent.map(InputAudit::needRegistry).orElse(0L);
        if (needRegistry > 0 && audit.replays().isEmpty()) {
            throw CliException.needsRegistry(needRegistry);
        }
        Set<String> cutOff = audit.cutOff();
        if (!cutOff.isEmpty() && (cluster.hasArchive() || !cluster.logReader().isCut())) {
            cutOff = Set.of();
        }
        List<Finding> findings = new ArrayList<>(audit.findings(!cutOff.isEmpty()));
        Set<String> missing = Set.of();
        if (verify) {
            findings.addAll(forks.findings(cluster.logReader()));
            missing = parents(cluster, audit, findings);
        }
        sent.ifPresent(more -> findings.addAll(more.findings()));
        findings.removeIf(finding -> audit.unread().contains(finding.board()));
        if (audit.replays().isEmpty() && findings.isEmpty()) {
            throw nothingFound(cluster, audit);
        }
        boardId.ifPresent(id -> requireSequence(id, audit, findings));
        return new ReplayReport.Replayed(
                audit, sent, findings, cutOff, missing, forks.missing(), needRegistry, seconds);
    }

    /**
     * Whether child boards begin as their parents' logs say. Where one board is asked about, its parent's log is read.
     *
     * @return the parents whose logs are not there, or not whole
     */
    private Set<String> parents(Cluster cluster, Audit audit, List<Finding> findings) {
        Set<String> partly = new HashSet<>(audit.partly());
        Predicate<String> isRead = id -> begun.contains(id) && !audit.unread().contains(id) && !partly.contains(id);
        if (boardId.isPresent()) {
            for (String parent : children.missing(isRead)) {
                cluster.logReader().scan(Optional.of(parent), new LogListener() {
                    @Override
                    public boolean entry(LogRecord next) {
                        heard(next.entry());
                        return true;
                    }

                    @Override
                    public void damaged(LogProblem line) {
                        partly.add(parent); // what it is, the parent's own replay tells
                    }
                });
            }
        }
        children.differences(isRead)
                .forEach((id, differences) -> differences.forEach(
                        one -> findings.add(new Finding(id, one.sequence(), one.what(), one.expected(), one.found()))));
        return children.missing(isRead);
    }

    private CliException nothingFound(Cluster cluster, Audit audit) {
        SortedSet<String> topics = cluster.logReader().topics();
        if (topics.isEmpty()) {
            return CliException.noLog(cluster.connection().topics().prefix());
        }
        return boardId.map(id -> CliException.unknownBoard("Expected the id of a board, but there is no log of an id \""
                        + id + "\"." + audit.passedOver().question(id)))
                .orElseGet(() -> CliException.failed(
                        "Expected a log, but there is no entry in " + String.join(", ", topics) + "."));
    }

    private void requireSequence(String id, Audit audit, List<Finding> findings) {
        long last = audit.replays().stream().mapToLong(BoardReplay::sequence).sum();
        until.filter(sequence -> last < sequence && findings.isEmpty()).ifPresent(sequence -> {
            throw CliException.failed(
                    "Expected a sequence from 1 to " + last + " of board \"" + id + "\", but got " + sequence + ".");
        });
    }
}
