package io.patchboard.standalone.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.patchboard.client.KafkaConnection;
import io.patchboard.client.log.Follow;
import io.patchboard.client.log.LogListener;
import io.patchboard.client.log.LogReader;
import io.patchboard.client.log.LogRecord;
import io.patchboard.faults.board.KernelBoard;
import io.patchboard.faults.board.Service;
import io.patchboard.faults.tree.StrictPatch;
import io.patchboard.faults.tree.Trees;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonWriter;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.BoardRecord;
import io.patchboard.record.CancelBoard;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.WorkerInvoked;
import io.patchboard.standalone.cli.base.CliException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * A kernel that runs behind Kafka, for {@code faults}: what it is sent are records on its topics, and what it holds is
 * what its log says, patched by another implementation than its own. Boards are cancelled when they have been read.
 */
final class ServiceUnderTest implements Service, AutoCloseable {

    private static final int BOARDS_AT_ONCE = 48;
    private static final Duration LONGEST = Duration.ofMinutes(2);

    private final KafkaConnection connection;
    private final KafkaProducer<byte[], byte[]> producer;
    private final Map<String, Followed> boards = new ConcurrentHashMap<>();
    private final ExecutorService threads =
            Executors.newFixedThreadPool(BOARDS_AT_ONCE, Thread.ofVirtual().factory());
    private final CountDownLatch following = new CountDownLatch(1);
    private final Thread follower;

    /** @throws CliException if the log of the service cannot be followed */
    ServiceUnderTest(KafkaConnection connection) {
        this.connection = connection;
        this.producer = new KafkaProducer<>(
                connection.producerConfig(Map.of("client.id", "patchboard-faults")),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        this.follower = Thread.ofPlatform().name("patchboard-faults").daemon().start(this::follow);
        try {
            if (!following.await(LONGEST.toSeconds(), TimeUnit.SECONDS)) {
                close();
                throw CliException.failed("Expected the log of a kernel at " + connection.bootstrapServers()
                        + ", but it could not be read within " + LONGEST.toSeconds() + " s.");
            }
        } catch (InterruptedException e) {
            close();
            throw CliException.failed("Interrupted.");
        }
    }

    private void follow() {
        new LogReader(connection).followAll(Follow.FROM_NOW, new LogListener() {
            @Override
            public boolean entry(LogRecord next) {
                Followed board = boards.get(next.boardId());
                if (board != null) {
                    board.add(next.entry());
                }
                return true;
            }

            @Override
            public void caughtUp() {
                following.countDown();
            }
        });
    }

    @Override
    public CompletionStage<byte[]> stored(KernelBoard reached, byte[] record) {
        return CompletableFuture.supplyAsync(() -> play(reached, record), threads);
    }

    private byte[] play(KernelBoard reached, byte[] record) {
        String id = reached.board().id() + "-" + UUID.randomUUID();
        Followed board = new Followed(id);
        boards.put(id, board);
        List<LogEntry> model = reached.log();
        BoardCreated created = (BoardCreated) model.getFirst().event();
        send(
                connection.topics().commands(),
                id,
                json(new CreateBoard("create", id, created.blueprint(), created.input())));
        for (KernelBoard.Sent sent : reached.sent()) {
            board.await(log -> log.size() >= sent.before());
            send(connection.topics().proposals(), id, translated(sent.record(), reached, board));
        }
        board.await(log -> log.size() >= model.size());
        if (!board.state().equals(reached.state())) {
            throw new IllegalStateException(
                    "Expected the state of board " + id + " to be that of the board in memory.");
        }
        send(connection.topics().proposals(), id, translated(record, reached, board));
        // Decided after what came before it, and refused by every kernel: then the fault has been decided, too.
        send(
                connection.topics().proposals(),
                id,
                json(new PatchProposal(
                        "marker",
                        id,
                        "nobody",
                        Optional.empty(),
                        JsonArray.EMPTY,
                        Optional.empty(),
                        Optional.empty())));
        board.await(log -> log.stream()
                .anyMatch(entry -> entry.event() instanceof PatchRejected rejected
                        && rejected.proposalId().equals(Optional.of("marker"))));
        byte[] state = Trees.text(board.state()).getBytes(StandardCharsets.UTF_8);
        send(connection.topics().commands(), id, json(new CancelBoard("cancel", id, Optional.of("faults is done"))));
        boards.remove(id);
        return state;
    }

    private void send(String topic, String id, byte[] record) {
        producer.send(new ProducerRecord<>(topic, id.getBytes(StandardCharsets.UTF_8), record));
    }

    private static byte[] json(BoardRecord record) {
        return JsonWriter.compact(record.toJson()).getBytes(StandardCharsets.UTF_8);
    }

    /** With the ids of the service's board and its invocations for those of the board in memory. */
    private static byte[] translated(byte[] record, KernelBoard reached, Followed board) {
        String text = new String(record, StandardCharsets.ISO_8859_1);
        List<String> theirs = board.invocations();
        List<String> ours = invocations(reached.log());
        for (int i = 0; i < Math.min(ours.size(), theirs.size()); i++) {
            text = text.replace(ours.get(i), theirs.get(i));
        }
        text = Pattern.compile(Pattern.quote(reached.board().id()) + "(?![0-9])")
                .matcher(text)
                .replaceAll(Matcher.quoteReplacement(board.id));
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static List<String> invocations(List<LogEntry> log) {
        return log.stream()
                .map(LogEntry::event)
                .filter(WorkerInvoked.class::isInstance)
                .map(event -> ((WorkerInvoked) event).invocationId())
                .toList();
    }

    @Override
    public void close() {
        follower.interrupt();
        threads.shutdownNow();
        producer.close(Duration.ofSeconds(5));
    }

    /** A board's log as far as it is known. */
    private static final class Followed {

        private final String id;
        private final List<LogEntry> log = new ArrayList<>();

        Followed(String id) {
            this.id = id;
        }

        synchronized void add(LogEntry entry) {
            log.add(entry);
            notifyAll();
        }

        synchronized void await(Predicate<List<LogEntry>> wanted) {
            long end = System.nanoTime() + LONGEST.toNanos();
            try {
                while (!wanted.test(log)) {
                    long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
                    if (left <= 0) {
                        throw new IllegalStateException("Expected more of the log of board " + id + " than its "
                                + log.size() + " entries within " + LONGEST.toSeconds() + " s.");
                    }
                    wait(left);
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException("Interrupted.", e);
            }
        }

        synchronized List<String> invocations() {
            return ServiceUnderTest.invocations(log);
        }

        synchronized JsonNode state() {
            JsonNode state = Trees.object();
            for (LogEntry entry : log) {
                if (entry.event() instanceof BoardCreated created) {
                    state = tree(created.state());
                } else if (entry.event() instanceof PatchCommitted committed) {
                    state = StrictPatch.apply(state, tree(committed.patch())).orElseThrow();
                }
            }
            return state;
        }

        private static JsonNode tree(Json json) {
            return Trees.parse(JsonWriter.compact(json));
        }
    }
}
