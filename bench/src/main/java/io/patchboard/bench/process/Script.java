package io.patchboard.bench.process;

import io.patchboard.bench.core.LiveBoard;
import io.patchboard.encoding.RecordEncoder;
import io.patchboard.kernel.decide.log.Decision;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.BoardJson;
import io.patchboard.kernel.state.KnownIds;
import io.patchboard.kernel.state.RecentIds;
import io.patchboard.kernel.stream.SlotFormat;
import io.patchboard.record.LogEntry;
import io.patchboard.record.WorkerInvoked;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/** What the kernel stores and sends for each input of a board, as it decided on one like it beforehand, in memory. */
final class Script {

    /** Inputs until a board that does not end remembers as many changes as it will. */
    private static final int WARM_UP = 100;

    /** Inputs after which such a board's writes repeat: how many requests there were is stored with each sixteenth. */
    private static final int CYCLE = 16;

    private final List<Step> steps;
    private final boolean ends;

    /** What follows on an outcome. */
    interface Answers {

        /**
         * A proposal.
         *
         * @param outcome the oldest invocation that has no answer yet, or the last log entry where nobody was invited
         * @param round tells proposals apart
         */
        byte[] after(ConsumerRecord<byte[], byte[]> outcome, int round);
    }

    /** A log entry, and whether it is an invocation. */
    record Sent(boolean invocation, byte[] entry) {}

    /** What is remembered under a key, in so many bytes. */
    record Id(String key, int bytes) {}

    /**
     * What becomes of one input.
     *
     * @param slot empty where the board is stored whole in any case
     * @param due whether the board has a timer from now on; absent if its timer stays as it was
     */
    record Step(byte[] input, List<Sent> sent, byte[] slot, byte[] snapshot, List<Id> ids, Optional<Boolean> due) {}

    private Script(List<Step> steps, boolean ends) {
        this.steps = List.copyOf(steps);
        this.ends = ends;
    }

    /** That of a board from its creation until it ends, if it does. */
    static Script of(ProducerRecord<byte[], byte[]> create, Answers answers) {
        String id = new String(create.key(), StandardCharsets.UTF_8);
        LiveBoard live = new LiveBoard(id, create.value());
        RememberedIds ids = new RememberedIds();
        Deque<ConsumerRecord<byte[], byte[]>> invocations = new ArrayDeque<>();
        List<Step> steps = new ArrayList<>();
        Board before = Board.absent(id);
        byte[] input = create.value();
        Decision decision = live.created();
        while (true) {
            Step step = step(input, before, decision, ids);
            steps.add(step);
            before = decision.board();
            if (before.phase().ended()) {
                return new Script(steps, true);
            }
            if (steps.size() > WARM_UP + CYCLE) {
                steps.subList(1, steps.size() - CYCLE).clear();
                return new Script(steps, false);
            }
            step.sent().stream().filter(Sent::invocation).forEach(sent -> invocations.add(record(create.key(), sent)));
            input = answers.after(
                    invocations.isEmpty()
                            ? record(create.key(), step.sent().get(step.sent().size() - 1))
                            : invocations.remove(),
                    steps.size());
            decision = live.commit(input);
        }
    }

    private static ConsumerRecord<byte[], byte[]> record(byte[] key, Sent sent) {
        return new ConsumerRecord<>("script", 0, 0, key, sent.entry());
    }

    private static Step step(byte[] input, Board before, Decision decision, RememberedIds ids) {
        List<Sent> sent = decision.entries().stream()
                .map(entry -> new Sent(
                        entry.event() instanceof WorkerInvoked,
                        RecordEncoder.json().encode(entry)))
                .toList();
        Board after = decision.board();
        return new Step(
                input,
                sent,
                before.sequence() == 0 ? new byte[0] : SlotFormat.write(before, decision.entries()),
                BoardJson.bytes(after),
                ids.of(decision.entries()),
                after.nextDue().equals(before.nextDue())
                        ? Optional.empty()
                        : Optional.of(after.nextDue().isPresent()));
    }

    /**
     * What becomes of an input.
     *
     * @param number of inputs of the board before
     */
    Step step(int number) {
        return steps.get(number < steps.size() || ends ? number : 1 + (number - 1) % CYCLE);
    }

    /** Whether the board has ended after so many inputs. */
    boolean isOver(int inputs) {
        return ends && inputs == steps.size();
    }

    /** Writes down what the kernel would store. */
    private static final class RememberedIds implements KnownIds.Index {

        private final Map<String, String> all = new HashMap<>();
        private final List<Id> latest = new ArrayList<>();
        private final KnownIds known = new KnownIds(new RecentIds(this, KnownIds.WINDOW), KnownIds.WINDOW);

        List<Id> of(List<LogEntry> entries) {
            latest.clear();
            entries.forEach(known::remember);
            return List.copyOf(latest);
        }

        @Override
        public Optional<String> get(String key) {
            return Optional.ofNullable(all.get(key));
        }

        @Override
        public void put(String key, String value) {
            all.put(key, value);
            latest.add(new Id(key, 1 + value.length())); // the form's version stands before it
        }

        @Override
        public void delete(String key) {
            throw new IllegalStateException("Expected fewer requests than are remembered, but " + key + " goes.");
        }
    }
}
