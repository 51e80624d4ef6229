package io.patchboard.client.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.client.KafkaConnection;
import io.patchboard.record.LogEntry;
import io.patchboard.record.LogHeader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

/** A board's archived log before what its topics have. */
class TellingTest {

    private static final List<LogRecord> LOG = SampleLog.completed("a").records();

    private final List<Long> told = new ArrayList<>();
    private final List<LogProblem> problems = new ArrayList<>();
    private final Telling telling =
            new Telling(Optional.empty(), EntryDecoder.of(KafkaConnection.to("127.0.0.1:1")), new LogListener() {
                @Override
                public boolean entry(LogRecord next) {
                    return told.add(next.sequence());
                }

                @Override
                public void problem(LogProblem problem) {
                    problems.add(problem);
                }
            });

    private void topics() {
        LOG.forEach(entry -> telling.hear(new ConsumerRecord<>(
                entry.topic(),
                entry.partition(),
                entry.offset(),
                entry.boardId().getBytes(StandardCharsets.UTF_8),
                entry.value())));
    }

    private static List<Long> all() {
        return LOG.stream().map(LogRecord::sequence).toList();
    }

    @Test
    void entryOfTheArchive_mayStandInTheTopicsStill() {
        LOG.forEach(telling::hearArchived);
        topics();

        assertThat(told).isEqualTo(all());
        assertThat(problems).isEmpty();
    }

    /** As many lines as the log has entries, so that their number does not tell. */
    @Test
    void lineThatStandsTwice_isTold() {
        LOG.subList(0, LOG.size() - 1).forEach(telling::hearArchived);
        telling.hearArchived(LOG.get(LOG.size() - 2));
        topics();

        assertThat(told).isEqualTo(all());
        assertThat(problems).singleElement().satisfies(problem -> {
            assertThat(problem.kind()).isEqualTo(LogProblem.Kind.REPEAT);
            assertThat(problem.sequence()).isEqualTo(LOG.size() - 1);
            assertThat(problem.message()).endsWith("is repeated at another line of its archived log.");
        });
    }

    /** No entry has its sequence, but its hash is its own. */
    @Test
    void lineBeforeTheFirst_isTold() {
        LogEntry first = LOG.getFirst().entry();
        LogHeader header = first.header();
        LogHeader before = new LogHeader(first.boardId(), 0, header.version(), header.time(), header.hash(), "");
        telling.hearArchived(SampleLog.record(new LogEntry(before, first.event()).sealed()));
        topics();

        assertThat(told).isEqualTo(all());
        assertThat(problems).extracting(LogProblem::sequence).containsExactly(0L);
    }

    @Test
    void lineThatIsMissing_comesFromTheTopics_andNoOtherIsCalledARepeat() {
        LOG.stream().filter(entry -> entry.sequence() != 2).forEach(telling::hearArchived);
        topics();

        assertThat(told).isEqualTo(all());
        assertThat(problems).isEmpty();
    }
}
