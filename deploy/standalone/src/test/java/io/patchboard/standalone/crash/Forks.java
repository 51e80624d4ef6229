package io.patchboard.standalone.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.board.BoardProjection;
import io.patchboard.client.board.Former;
import io.patchboard.client.log.LogReader;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.state.Board;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.ForkOrigin;
import io.patchboard.record.LogEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;

/** Forks boards from anywhere in their logs, to their own and to other partitions, and finds each again once. */
public final class Forks {

    private final LogReader log;
    private final Ledger ledger;
    private final Random random;

    /** Where each begins, by its id. */
    private final Map<String, ForkOrigin> sent = new TreeMap<>();

    public Forks(KafkaConnection connection, Ledger ledger, Random random) {
        this.log = new LogReader(connection);
        this.ledger = ledger;
        this.random = random;
    }

    /** Sends the command, sometimes twice. */
    void fork(String origin, String commandId, String child) {
        List<LogEntry> entries = new ArrayList<>();
        log.scan(Optional.of(origin), next -> {
            // Up to a gap: of one transaction a topic may show what it has later than another, while a broker is away.
            if (next.entry().sequence() == entries.size() + 1) {
                entries.add(next.entry());
            }
            return true;
        });
        if (entries.isEmpty()) {
            return;
        }
        Board then = folded(origin, entries.subList(0, 1 + random.nextInt(entries.size())));
        BoardCreated begun = (BoardCreated) entries.get(0).event();
        String id = sent.size() % 2 == 0 ? elsewhere(child, origin) : child;
        CreateBoard.Fork fork = Former.fork(then);
        CreateBoard command = new CreateBoard(
                CommandHeader.of(commandId, id, "ada", "another way"),
                then.rules().source(),
                begun.input(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(fork));
        sent.put(id, fork.origin());
        ledger.command(command);
        if (random.nextBoolean()) {
            ledger.command(command);
        }
    }

    private static Board folded(String board, List<LogEntry> entries) {
        BoardProjection projection = new BoardProjection(board, new Blueprints());
        entries.forEach(projection::accept);
        assertThat(projection.damage()).isEmpty();
        return projection.board();
    }

    private String elsewhere(String child, String origin) {
        int number = 0;
        while (ledger.partition(child + "-" + number) == ledger.partition(origin)) {
            number++;
        }
        return child + "-" + number;
    }

    /** Each was made, once, with the state that its origin had at an entry of the log, and of that hash. */
    public void match(Map<String, List<LogEntry>> logs) {
        assertThat(sent).isNotEmpty();
        sent.forEach((child, origin) -> {
            assertThat(logs).containsKey(child);
            BoardCreated created = (BoardCreated) logs.get(child).get(0).event();
            List<LogEntry> before = logs.get(origin.boardId()).subList(0, (int) origin.sequence());
            assertThat(created.origin()).as(child).contains(origin);
            assertThat(before.get(before.size() - 1).header().hash()).as(child).isEqualTo(origin.hash());
            assertThat(created.state())
                    .as(child)
                    .isEqualTo(folded(origin.boardId(), before).state());
        });
    }

    int count() {
        return sent.size();
    }
}
