package io.patchboard.faults.board;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.function.Predicate;

/**
 * A control in its mildest sensible reading, as far as records go: what does not parse is dropped, and so is what is no
 * answer to what it asked somebody. What an answer may say is left to the prompt of who gives it.
 */
public final class Attentive implements Blackboard {

    private static final ObjectMapper STRICT = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final Blackboard control;
    private final Predicate<JsonNode> asked;

    /** @param asked whether a record, which is a JSON object, answers what the control asked of who sends it */
    public Attentive(Blackboard control, Predicate<JsonNode> asked) {
        this.control = control;
        this.asked = asked;
    }

    @Override
    public void deliver(byte[] record) {
        JsonNode read;
        try {
            read = STRICT.readTree(record);
        } catch (IOException e) {
            return;
        }
        if (read.path("patch").isArray() && asked.test(read)) {
            control.deliver(record);
        }
    }

    @Override
    public byte[] stored() {
        return control.stored();
    }
}
