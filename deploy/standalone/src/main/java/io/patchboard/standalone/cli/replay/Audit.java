package io.patchboard.standalone.cli.replay;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.log.LogListener;
import io.patchboard.client.log.LogProblem;
import io.patchboard.client.log.LogRecord;
import io.patchboard.client.log.Progress;
import io.patchboard.kernel.apply.Applier;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.decide.Review;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.kernel.replay.BoardReplay;
import io.patchboard.kernel.state.Phase;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchHeld;
import io.patchboard.record.Signature;
import io.patchboard.record.Topics;
import io.patchboard.standalone.cli.base.Recording;
import io.patchboard.standalone.cli.board.OtherBoards;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Audits every log while its entries come, so that none has to be kept. */
final class Audit implements LogListener {

    private final Blueprints blueprints = new Blueprints();
    private final Applier applier = new Applier(blueprints);
    private final Review review = new Review(Limits.DEFAULT, blueprints);
    private final Topics topics;
    private final Recording recording;
    private final Check check;
    private final long until;
    private final AnchorCheck anchors;
    private final Consumer<LogEntry> also;
    private final SortedMap<String, BoardReplay> replays = new TreeMap<>();
    private final List<Finding> records = new ArrayList<>();
    private final OtherBoards passedOver = new OtherBoards();
    private final Progress heard = new Progress();
    private final NavigableSet<String> unread = new TreeSet<>();
    private final Set<String> partly = new TreeSet<>();
    private long needRegistry;

    /**
     * @param until the last sequence to look at
     * @param anchors that the log has to lead to
     * @param also is told each entry, too
     */
    Audit(KafkaConnection connection, Check check, long until, AnchorCheck anchors, Consumer<LogEntry> also) {
        this.topics = connection.topics();
        this.recording = new Recording(connection);
        this.check = check;
        this.until = until;
        this.anchors = anchors;
        this.also = also;
    }

    /** Asked for by another thread. */
    String progress() {
        return "Replaying: " + heard;
    }

    @Override
    public void progress(int percent) {
        heard.percent(percent);
    }

    @Override
    public boolean entry(LogRecord next) {
        heard.entry();
        anchors.accept(next);
        if (next.sequence() <= until) {
            replays.computeIfAbsent(next.boardId(), this::replay)
                    .accept(check == Check.NOTHING ? recording.unverified(next) : recording.of(next));
            if (check != Check.NOTHING) {
                audience(next.entry());
            }
            also.accept(next.entry());
        }
        return true;
    }

    /** Else what was signed for one cluster could be carried into the log of another. */
    private void audience(LogEntry entry) {
        switch (entry.event()) {
            case PatchCommitted committed -> audience(entry, committed.signature(), topics.proposals());
            case PatchHeld held -> audience(entry, held.signature(), topics.proposals());
            default ->
                entry.event()
                        .command(entry.boardId())
                        .ifPresent(command -> audience(entry, command.signature(), topics.commands()));
        }
    }

    private void audience(LogEntry entry, Optional<Signature> signature, String meant) {
        signature
                .map(Signature::audience)
                .filter(topic -> !topic.equals(meant))
                .ifPresent(topic -> records.add(new Finding(
                        entry.boardId(), entry.sequence(), "signature", "one for " + meant, "for " + topic)));
    }

    private BoardReplay replay(String id) {
        return check == Check.VERDICTS
                ? new BoardReplay(id, applier, review)
                : new BoardReplay(id, applier, check == Check.HASHES);
    }

    @Override
    public void problem(LogProblem problem) {
        if (problem.sequence() > until) {
            return;
        }
        if (problem.kind() == LogProblem.Kind.NEEDS_REGISTRY) {
            needRegistry++;
            unread.add(problem.key());
            return;
        }
        boolean repeat = problem.kind() == LogProblem.Kind.REPEAT;
        records.add(new Finding(
                problem.key(),
                problem.sequence(),
                repeat ? "sequence" : "record",
                repeat ? "each sequence once" : "a log entry",
                (repeat ? "it again at " : "at ") + problem.place() + (repeat ? "" : ": " + problem.message())));
    }

    /** As any record: what is wrong with one line is no reason to say nothing of the others. */
    @Override
    public void damaged(LogProblem line) {
        partly.add(line.key());
        problem(line);
    }

    @Override
    public void other(String boardId) {
        passedOver.add(boardId);
    }

    /** Those that one which is not there may have been meant to be. */
    OtherBoards passedOver() {
        return passedOver;
    }

    /** Of the boards whose logs could be read. */
    Collection<BoardReplay> replays() {
        return replays.entrySet().stream()
                .filter(replay -> !unread.contains(replay.getKey()))
                .map(Map.Entry::getValue)
                .toList();
    }

    /** How many records were written with a Schema Registry that nobody named. */
    long needRegistry() {
        return needRegistry;
    }

    /** The boards that these are of, by their keys. Of their logs nothing can be said. */
    NavigableSet<String> unread() {
        return unread;
    }

    /** The boards whose archived logs have lines that are no entries, so that any may have been there. */
    Set<String> partly() {
        return partly;
    }

    /** Of boards that were created. */
    int boards() {
        return replays().size() - others().size();
    }

    /** The ids of logs without a board: nobody created it, or no board can have the id. */
    List<String> others() {
        return replays().stream()
                .map(BoardReplay::board)
                .filter(board -> board.phase() == Phase.ABSENT)
                .map(board -> board.id())
                .toList();
    }

    /** The first entry of each log that is of a kind that this version does not know. */
    List<LogEntry> unknown() {
        return replays().stream()
                .map(BoardReplay::unknown)
                .flatMap(Optional::stream)
                .toList();
    }

    /** The ids of boards that were created behind rejections that are not there. */
    Set<String> cutOff() {
        return replays().stream()
                .filter(BoardReplay::begunLate)
                .map(replay -> replay.board().id())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * By board, then by sequence; records without a board that could be read come first.
     *
     * @param isCut whether topics were cut, and what stood before a board's creation with them
     */
    List<Finding> findings(boolean isCut) {
        List<Finding> all = new ArrayList<>(records);
        if (unread.isEmpty()) {
            all.addAll(anchors.findings());
        }
        replays.forEach((id, replay) -> replay.differences(isCut)
                .forEach(difference -> all.add(new Finding(
                        id, difference.sequence(), difference.what(), difference.expected(), difference.found()))));
        all.removeIf(finding -> unread.contains(finding.board()));
        all.sort(Comparator.comparing(Finding::board).thenComparingLong(Finding::sequence));
        return all;
    }

    /** How many anchors the log was held against; none where not all of it could be read. */
    int anchors() {
        return unread.isEmpty() ? anchors.count() : 0;
    }

    /** How many verdicts were asked again. */
    long asked() {
        return replays().stream().mapToLong(BoardReplay::asked).sum();
    }

    /** How many could not be. */
    long unasked() {
        return replays().stream().mapToLong(BoardReplay::unasked).sum();
    }

    long entries() {
        return replays().stream().mapToLong(BoardReplay::entries).sum();
    }
}
