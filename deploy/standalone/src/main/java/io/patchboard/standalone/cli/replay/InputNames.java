package io.patchboard.standalone.cli.replay;

import io.patchboard.client.log.SentRecord;
import io.patchboard.client.log.UnreadableLogException;
import io.patchboard.encoding.DecodeException;
import io.patchboard.encoding.RecordDecoder;
import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.kernel.stream.BoardKeys;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.SealedValue;
import io.patchboard.registry.RegistryConfig;
import io.patchboard.registry.RegistryUnavailableException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a record that was sent may be known by in the log. */
final class InputNames {

    private final RecordDecoder decoder;
    private final boolean hasRegistry;

    InputNames(Map<String, String> properties) {
        this.decoder = RecordDecoder.of(JsonLimits.DEFAULT, properties);
        this.hasRegistry = RegistryConfig.ofProperties(properties).isPresent();
    }

    /**
     * @param ids all that it may be known by, surest first
     * @param what to call it
     * @param unasked whether it is a proposal that names no invocation
     * @param mayWait whether the kernel may have it wait for its board; otherwise it is decided at once
     */
    record Known(List<Long> ids, String what, boolean unasked, boolean mayWait) {}

    /** @throws UnreadableLogException if the Schema Registry cannot be asked */
    Known of(SentRecord sent, boolean isCommand) {
        Read read = read(sent, isCommand);
        List<Long> ids = new ArrayList<>();
        String id = text(read.texts(), isCommand ? "commandId" : "proposalId");
        boolean isUnsealed = read.whole().filter(SealedValue::hasUnsealed).isPresent()
                || sent.value() != null
                        && new String(sent.value(), StandardCharsets.UTF_8).contains(SealedValue.UNSEALED);
        String hash = CanonicalJson.sha256(sent.value() == null ? new byte[0] : sent.value());
        // What has no usable key is in the log of its partition.
        for (String log : List.of(board(sent), "!partition-" + sent.partition())) {
            if (!id.isEmpty()) {
                ids.add(
                        isCommand
                                ? OutcomeKey.command(log, id)
                                : OutcomeKey.proposal(
                                        log, text(read.texts(), "worker"), text(read.texts(), "invocationId"), id));
            }
            read.whole().ifPresent(record -> ids.add(OutcomeKey.echo(log, record.without("blueprint"))));
            ids.add(OutcomeKey.excerpt(log, hash));
            if (isUnsealed) {
                ids.add(OutcomeKey.withheld(log));
            }
        }
        return new Known(
                ids,
                (isCommand ? "command" : "proposal") + (id.isEmpty() ? " without an id, SHA-256 " + hash : " " + id),
                !isCommand
                        && read.whole().isPresent()
                        && text(read.texts(), "invocationId").isEmpty(),
                BoardKeys.boardId(sent.key()).isPresent() && !(isCommand && creates(read)));
    }

    /**
     * What could be read of a record.
     *
     * @param texts who sent it, which the kernel reads of some records that are none, too
     */
    private record Read(Optional<JsonObject> whole, JsonObject texts) {}

    private static boolean creates(Read read) {
        return read.whole()
                .filter(command -> text(command, "type").equals(CreateBoard.class.getSimpleName()))
                .isPresent();
    }

    private Read read(SentRecord sent, boolean isCommand) {
        try {
            JsonObject whole = isCommand
                    ? decoder.decodeCommand(sent.value()).toJson()
                    : decoder.decodeProposal(sent.value()).toJson();
            return new Read(Optional.of(whole), whole);
        } catch (DecodeException e) {
            return new Read(e.json(), e.texts());
        } catch (RegistryUnavailableException e) {
            throw new UnreadableLogException(
                    "What was sent cannot be read without its Schema Registry. " + e.getMessage());
        }
    }

    /** What cannot be read here may well have been read by the kernel. */
    boolean needRegistry(SentRecord sent) {
        return !hasRegistry && sent.value() != null && sent.value().length > 0 && sent.value()[0] == 0;
    }

    static String board(SentRecord sent) {
        return sent.key() == null ? "" : new String(sent.key(), StandardCharsets.UTF_8);
    }

    static String text(Json json, String name) {
        return json instanceof JsonObject object && object.get(name).orElse(Json.nul()) instanceof JsonString string
                ? string.value()
                : "";
    }
}
