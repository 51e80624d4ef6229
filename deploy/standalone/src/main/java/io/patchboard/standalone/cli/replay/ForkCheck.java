package io.patchboard.standalone.cli.replay;

import io.patchboard.client.board.BoardProjection;
import io.patchboard.client.board.Former;
import io.patchboard.client.log.LogListener;
import io.patchboard.client.log.LogProblem;
import io.patchboard.client.log.LogReader;
import io.patchboard.client.log.LogRecord;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.ForkOrigin;
import io.patchboard.record.LogEntry;
import io.patchboard.record.Marked;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Whether each fork begins where the log of its origin says that it can. An origin may have been archived and cut
 * since; nothing can be said then.
 */
final class ForkCheck {

    private record Fork(String board, ForkOrigin origin, String blueprintHash, List<Marked> marked) {}

    private final Map<String, List<Fork>> forks = new TreeMap<>();
    private final SortedSet<String> missing = new TreeSet<>();

    /** Takes the entries of all boards, in any order. */
    void entry(LogEntry entry) {
        if (entry.event() instanceof BoardCreated created && created.origin().isPresent()) {
            ForkOrigin origin = created.origin().get();
            forks.computeIfAbsent(origin.boardId(), id -> new ArrayList<>())
                    .add(new Fork(entry.boardId(), origin, created.blueprintHash(), created.marked()));
        }
    }

    /** Reads the logs of the origins. */
    List<Finding> findings(LogReader log) {
        List<Finding> findings = new ArrayList<>();
        forks.forEach((origin, left) -> {
            Walk walk = new Walk(new BoardProjection(origin, new Blueprints()), left);
            log.scan(Optional.of(origin), walk);
            findings.addAll(walk.findings());
            if (!walk.isWhole()) {
                missing.add(origin);
            }
        });
        return findings;
    }

    /** Whether nothing of a board is missed before an entry. Of one that was cut, what came later may be there. */
    static boolean isBeginning(LogEntry entry) {
        return entry.sequence() == 1 || entry.event() instanceof BoardCreated;
    }

    /** The origins whose logs, or their beginnings, were not there, or could not all be read. */
    SortedSet<String> missing() {
        return missing;
    }

    private static Finding differs(Fork fork, String found) {
        ForkOrigin origin = fork.origin();
        return new Finding(
                fork.board(),
                1,
                "origin",
                "entry " + origin.sequence() + " of board " + origin.boardId() + " with hash " + origin.hash()
                        + " and state " + origin.stateHash().hex(),
                found);
    }

    /** One log of which boards were forked. */
    private static final class Walk implements LogListener {

        private final BoardProjection projection;
        private final List<Fork> left;
        private final List<Finding> findings = new ArrayList<>();
        private boolean begun;
        private boolean unread;

        private Walk(BoardProjection projection, List<Fork> left) {
            this.projection = projection;
            this.left = new ArrayList<>(left);
        }

        @Override
        public boolean entry(LogRecord next) {
            begun |= isBeginning(next.entry());
            projection.accept(next.entry());
            List<Fork> here = left.stream()
                    .filter(fork -> fork.origin().sequence() == next.sequence())
                    .toList();
            left.removeAll(here);
            for (Fork fork : here) {
                String hash = next.entry().header().hash();
                if (!isFolded()) {
                    unread = true;
                    if (!hash.equals(fork.origin().hash())) {
                        findings.add(differs(fork, "hash " + hash));
                    }
                    continue;
                }
                String state = projection.board().stateHash();
                if (!hash.equals(fork.origin().hash())
                        || !state.equals(fork.origin().stateHash().hex())) {
                    findings.add(differs(fork, "hash " + hash + " and state " + state));
                }
                // Whoever named the blueprint of the origin need not have known that it is the same.
                List<Marked> marked = Former.marked(projection.board(), fork.blueprintHash());
                if (!marked.equals(fork.marked())
                        && !Former.marked(projection.board(), "").equals(fork.marked())) {
                    findings.add(new Finding(
                            fork.board(),
                            1,
                            "marked",
                            marked.toString(),
                            fork.marked().toString()));
                }
            }
            return !left.isEmpty();
        }

        /** Else nobody knows what the board was when it was left: entries before that are not there, or not known. */
        private boolean isFolded() {
            return projection.exists() && projection.damage().isEmpty();
        }

        @Override
        public void problem(LogProblem problem) {
            // Other kinds the origin's own replay tells.
            unread |= problem.kind() == LogProblem.Kind.NEEDS_REGISTRY;
        }

        @Override
        public void damaged(LogProblem line) {
            unread = true;
        }

        private boolean isWhole() {
            return begun && !unread;
        }

        private List<Finding> findings() {
            if (isWhole()) {
                left.forEach(fork -> findings.add(differs(fork, "no such entry")));
            }
            return findings;
        }
    }
}
