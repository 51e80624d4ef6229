package io.patchboard.kernel.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BigIntegerNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonBoolean;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import java.math.BigInteger;

/** Jackson's view of our values: numbers exact, and equal numbers as equal nodes ({@code 1.0} is the integer 1). */
final class JacksonTrees {

    private JacksonTrees() {}

    static JsonNode of(Json value) {
        if (value instanceof JsonObject object) {
            ObjectNode node = JsonNodeFactory.instance.objectNode();
            object.members().forEach((name, member) -> node.set(name, of(member)));
            return node;
        }
        if (value instanceof JsonArray array) {
            ArrayNode node = JsonNodeFactory.instance.arrayNode(array.size());
            array.forEach(item -> node.add(of(item)));
            return node;
        }
        if (value instanceof JsonString string) {
            return TextNode.valueOf(string.value());
        }
        if (value instanceof JsonNumber number) {
            return number(number);
        }
        return value instanceof JsonBoolean bool ? BooleanNode.valueOf(bool.value()) : NullNode.getInstance();
    }

    private static JsonNode number(JsonNumber number) {
        if (!number.isIntegral()) {
            return DecimalNode.valueOf(number.value().stripTrailingZeros());
        }
        BigInteger integer = number.value().toBigInteger();
        if (integer.bitLength() < 32) {
            return IntNode.valueOf(integer.intValue());
        }
        return integer.bitLength() < 64 ? LongNode.valueOf(integer.longValue()) : BigIntegerNode.valueOf(integer);
    }
}
