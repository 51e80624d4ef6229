package io.patchboard.standalone.sources;

import io.patchboard.client.catalog.BlueprintName;
import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonBoolean;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import io.patchboard.record.BoardRecord;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.ContractLimits;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.IndexValue;
import io.patchboard.record.PatchProposal;
import io.patchboard.text.Cut;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/**
 * Makes of an event what its source says. The same event gives the same ids, so that what is made of it again changes
 * nothing: the kernel knows it.
 */
public final class Mapping {

    private final SourceSpec source;
    private final Library library;
    private final Correlation correlation;

    public Mapping(SourceSpec source, Library library, Correlation correlation) {
        this.source = source;
        this.library = library;
        this.correlation = correlation;
    }

    /** Where published blueprints are found. */
    public interface Library {

        /**
         * The document of a name, for a board.
         *
         * @throws UnavailableException if it cannot be had now
         */
        Json find(BlueprintName name, String boardId) throws UnavailableException;
    }

    /**
     * The record that is to be written; absent for an event that the source does not want.
     *
     * @throws UnmappedException if nothing can be made of this event
     * @throws UnavailableException if something that is needed for it is away
     */
    public Optional<BoardRecord> map(Occasion event) throws UnmappedException, UnavailableException {
        Map<String, Json> variables = event.variables();
        if (source.when().isPresent() && !holds(source.when().get(), variables)) {
            return Optional.empty();
        }
        return Optional.of(
                switch (source.makes()) {
                    case SourceSpec.Board board -> board(board, event, variables);
                    case SourceSpec.Patch patch -> patch(patch, event, variables);
                });
    }

    private static boolean holds(Template.Computed when, Map<String, Json> variables) throws UnmappedException {
        if (when.fill(variables) instanceof JsonBoolean answer) {
            return answer.value();
        }
        throw new UnmappedException(when.at(), "Expected when to be true or false, but it is neither.");
    }

    private CreateBoard board(SourceSpec.Board board, Occasion event, Map<String, Json> variables)
            throws UnmappedException, UnavailableException {
        String boardId = board.id().isPresent()
                ? id(board.id().get().fill(variables), "board", "id")
                : bounded(source.name() + "-" + event.id());
        Json document = switch (board.blueprint()) {
            case SourceSpec.Document given -> given.document();
            case SourceSpec.Published published -> library.find(published.name(), boardId);
        };
        Json input = board.input().fill(variables);
        String called = board.id().isPresent()
                ? boardId
                : IndexValue.newBoardId(document, input).orElse(boardId);
        Optional<Json> labels =
                board.labels().isPresent() ? Optional.of(board.labels().get().fill(variables)) : Optional.empty();
        if (isKeptApart()) {
            labels = labelled(labels, Schedule.LABEL);
        }
        if (source.quota().isPresent()) {
            labels = labelled(labels, Quota.LABEL);
        }
        CommandHeader header =
                new CommandHeader(requestId(event), called, Optional.of(author()), Optional.empty(), Optional.empty());
        return new CreateBoard(
                header, document, input, Optional.empty(), labels, Optional.empty(), event.place(), Optional.empty());
    }

    /** By which its boards are found. */
    private Optional<Json> labelled(Optional<Json> labels, String name) {
        return Optional.of(
                labels.orElse(JsonObject.EMPTY) instanceof JsonObject given
                        ? given.with(name, Json.of(source.name()))
                        : labels.get());
    }

    private boolean isKeptApart() {
        return source.from() instanceof SourceSpec.Time time && time.schedule().overlap() != Overlap.ALLOW;
    }

    private PatchProposal patch(SourceSpec.Patch patch, Occasion event, Map<String, Json> variables)
            throws UnmappedException, UnavailableException {
        String boardId = switch (patch.board()) {
            case SourceSpec.ById one -> id(one.id().fill(variables), "correlate", "board");
            case SourceSpec.ByIndex one ->
                correlation.board(one.index(), one.value().fill(variables), event, at("correlate", "value"));
        };
        PatchProposal proposal = new PatchProposal(
                requestId(event),
                boardId,
                patch.worker(),
                Optional.empty(),
                operations(patch.patch().fill(variables)),
                Optional.empty(),
                Optional.empty());
        return proposal.sentBy(Optional.of(author())).madeOf(event.place());
    }

    /** Only what the file gave as a list is one; each operation's members were looked at then. */
    private static Json operations(Json filled) {
        return filled instanceof JsonArray ? filled : JsonArray.of(filled);
    }

    private String author() {
        return "source:" + source.name();
    }

    private String requestId(Occasion event) {
        return bounded(author() + ":" + event.id());
    }

    /** Names of topics are long; an id that would be too long is told by its hash. */
    private static String bounded(String id) {
        return id.length() <= ContractLimits.MAX_ID_CHARS ? id : "source:sha256:" + CanonicalJson.sha256(Json.of(id));
    }

    private String id(Json value, String section, String member) throws UnmappedException {
        String id = value instanceof JsonString text
                ? text.value()
                : value instanceof JsonNumber number ? number.toString() : "";
        if (id.isEmpty()
                || id.charAt(0) == ContractLimits.RESERVED_BOARD_ID
                || id.getBytes(StandardCharsets.UTF_8).length > ContractLimits.MAX_BOARD_ID_BYTES
                || id.chars().anyMatch(Character::isISOControl)) {
            String found = value instanceof JsonObject || value instanceof JsonArray
                    ? "an " + value.typeName()
                    : Cut.shortened(value.toString(), 100);
            throw new UnmappedException(
                    at(section, member),
                    "Expected the id of a board (a string of 1 to " + ContractLimits.MAX_BOARD_ID_BYTES
                            + " bytes without control characters, not beginning with \""
                            + ContractLimits.RESERVED_BOARD_ID + "\", or a number), but got " + found + ".");
        }
        return id;
    }

    private JsonPointer at(String section, String member) {
        return JsonPointer.ROOT
                .child("sources")
                .child(source.name())
                .child(section)
                .child(member);
    }
}
