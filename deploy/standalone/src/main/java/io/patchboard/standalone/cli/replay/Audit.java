package io.patchboard.standalone.cli.replay;

import io.patchboard.kernel.apply.Applier;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.standalone.read.LogListener;
import io.patchboard.standalone.read.LogProblem;
import io.patchboard.standalone.read.LogRecord;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Audits every log while its entries come, so that none has to be kept. */
final class Audit implements LogListener {

    private final Applier applier = new Applier(new Blueprints());
    private final boolean verify;
    private final long until;
    private final SortedMap<String, BoardAudit> audits = new TreeMap<>();
    private final List<Finding> records = new ArrayList<>();

    /** @param until the last sequence to look at */
    Audit(boolean verify, long until) {
        this.verify = verify;
        this.until = until;
    }

    @Override
    public boolean entry(LogRecord next) {
        if (next.sequence() <= until) {
            audits.computeIfAbsent(next.boardId(), id -> new BoardAudit(id, applier, verify))
                    .accept(next);
        }
        return true;
    }

    @Override
    public void problem(LogProblem problem) {
        if (problem.sequence() > until) {
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

    Collection<BoardAudit> boards() {
        return audits.values();
    }

    /** By board, then by sequence; records without a board that could be read come first. */
    List<Finding> findings() {
        List<Finding> all = new ArrayList<>(records);
        audits.values().forEach(audit -> all.addAll(audit.findings()));
        all.sort(Comparator.comparing(Finding::board).thenComparingLong(Finding::sequence));
        return all;
    }

    long entries() {
        return audits.values().stream().mapToLong(BoardAudit::entries).sum();
    }
}
