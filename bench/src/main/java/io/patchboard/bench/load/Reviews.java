package io.patchboard.bench.load;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.patchboard.examples.evidence.EvidenceReview;
import io.patchboard.gateway.config.ConfigException;
import io.patchboard.gateway.config.YamlFile;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.Topics;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Boards of the example {@code evidence-review}, with its inputs in turns, whose workers make no mistakes. */
public final class Reviews implements Load {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final String commands;
    private final Json blueprint = blueprint();
    private final List<JsonObject> inputs = EvidenceReview.BOARDS.stream()
            .map(EvidenceReview::input)
            .map(input -> input.with("faults", JsonArray.EMPTY))
            .toList();
    private int boards;

    /** @param prefix of the kernel's topics */
    public Reviews(String prefix) {
        this.commands = new Topics(prefix).commands();
    }

    private static Json blueprint() {
        try {
            return YamlFile.document(EvidenceReview.blueprint(), Path.of("blueprint.yaml"));
        } catch (ConfigException e) {
            throw new IllegalStateException(e);
        }
    }

    /** How many inputs there are. */
    public int inputs() {
        return inputs.size();
    }

    /** The state that a board begins with whose input this is, as maps and lists. */
    public Map<String, Object> state(int input) {
        JsonObject first = inputs.get(input).with("sources", JsonArray.EMPTY).with("claims", JsonArray.EMPTY);
        return java(first, new TypeReference<>() {});
    }

    /** A JSON value as maps and lists. */
    public static <T> T java(Json value, TypeReference<T> type) {
        try {
            return MAPPER.readValue(value.toString(), type);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Which input the board with this key has. */
    public int inputOf(byte[] key) {
        return Proposals.number(new String(key, StandardCharsets.UTF_8)) % inputs.size();
    }

    @Override
    public ProducerRecord<byte[], byte[]> next(int number) {
        int board = boards++;
        CreateBoard command = new CreateBoard(
                "create-" + board, Proposals.boardId(board), blueprint, inputs.get(board % inputs.size()));
        return new ProducerRecord<>(
                commands, Proposals.key(board), command.toJson().toString().getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public boolean isOutcome(ConsumerRecord<byte[], byte[]> seen) {
        return Steps.isCompleted(seen);
    }
}
