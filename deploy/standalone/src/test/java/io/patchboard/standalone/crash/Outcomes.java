package io.patchboard.standalone.crash;

import io.patchboard.encoding.DecodeException;
import io.patchboard.encoding.RecordDecoder;
import io.patchboard.kernel.state.HistoryEntry;
import io.patchboard.record.LogEntry;
import io.patchboard.record.ProposalKey;
import io.patchboard.record.RejectedEvent;
import io.patchboard.record.Stage;
import io.patchboard.record.Topics;
import io.patchboard.registry.RegistryUnavailableException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Holds what stands on the input topics against what the log says: each input has one outcome. The log has to be JSON.
 *
 * <p>An input counts by its board and id, as a repeat of it has no outcome of its own; what has no id counts by its
 * number.
 */
public final class Outcomes {

    private final Map<String, Integer> decided = new HashMap<>();
    private final Map<String, Integer> asked = new HashMap<>();

    private Outcomes() {}

    public static Outcomes read(String servers, Topics topics, RecordDecoder decoder) {
        Outcomes outcomes = new Outcomes();
        CommittedLog.each(
                servers,
                topic -> topic.equals(topics.commands()) || topic.equals(topics.proposals()),
                input -> outcomes.ask(input, topics, decoder));
        CommittedLog.each(
                servers,
                topic -> topic.equals(topics.committed())
                        || topic.equals(topics.rejected())
                        || topic.startsWith(topics.invocations("")),
                entry -> outcomes.decide(CommittedLog.entry(entry)));
        return outcomes;
    }

    private void ask(ConsumerRecord<byte[], byte[]> input, Topics topics, RecordDecoder decoder) {
        String board = new String(input.key(), StandardCharsets.UTF_8);
        try {
            String id = input.topic().equals(topics.commands())
                    ? "command " + decoder.decodeCommand(input.value()).commandId()
                    : "proposal " + ProposalKey.of(decoder.decodeProposal(input.value()));
            asked.put(board + " " + id, 1);
        } catch (DecodeException e) {
            asked.merge(board + " undecodable", 1, Integer::sum);
        } catch (RegistryUnavailableException e) {
            throw new IllegalStateException("Expected the registry to be back.", e);
        }
    }

    private void decide(LogEntry entry) {
        String board = entry.boardId();
        if (entry.event() instanceof RejectedEvent rejected && rejected.stage() == Stage.DECODE) {
            decided.merge(board + " undecodable", 1, Integer::sum);
        }
        for (HistoryEntry fact : HistoryEntry.of(entry.event())) {
            if (fact.kind() == HistoryEntry.Kind.PROPOSAL) {
                decided.merge(board + " proposal " + fact.id(), 1, Integer::sum);
            } else if (fact.kind() == HistoryEntry.Kind.COMMAND) {
                decided.merge(board + " command " + fact.id(), 1, Integer::sum);
            }
        }
    }

    /** Inputs that have fewer or more outcomes than one, and outcomes of what nobody sent; empty if all is well. */
    public List<String> wrong() {
        List<String> wrong = new ArrayList<>();
        TreeSet<String> all = new TreeSet<>(asked.keySet());
        all.addAll(decided.keySet());
        for (String input : all) {
            int sent = asked.getOrDefault(input, 0);
            int outcomes = decided.getOrDefault(input, 0);
            if (sent != outcomes) {
                wrong.add(input + ": " + sent + " sent, " + outcomes + " decided");
            }
        }
        return wrong;
    }

    public int inputs() {
        return asked.size();
    }

    public int decided() {
        return decided.size();
    }
}
