package io.patchboard.standalone.sources;

import io.patchboard.client.catalog.BlueprintName;
import io.patchboard.gateway.secret.Secret;
import io.patchboard.json.Json;
import java.util.Optional;

/**
 * A source: what becomes of the events of one topic, or of the moments of a schedule.
 *
 * @param name letters, digits, dots, underscores and dashes; its consumer group, and the ids of what it makes, have it
 * @param when absent for every event
 * @param quota absent for as many boards as there are events
 */
public record SourceSpec(String name, From from, Optional<Template.Computed> when, Optional<Quota> quota, Makes makes) {

    /** What a source listens to. */
    public sealed interface From {}

    /**
     * A topic of a user's.
     *
     * @param webhook the secret of who may put events there by HTTP; absent if nobody may
     */
    public record Topic(String topic, Optional<Secret> webhook) implements From {}

    /** Time. */
    public record Time(Schedule schedule) implements From {}

    /** What is made of an event. */
    sealed interface Makes {}

    /**
     * A board.
     *
     * @param id absent for one that follows from the event's place
     * @param labels absent for none
     */
    record Board(Optional<Template> id, Given blueprint, Template input, Optional<Template> labels) implements Makes {}

    /** A patch of a worker that may propose unasked. */
    record Patch(Addressee board, String worker, Template patch) implements Makes {}

    /** On which board. */
    sealed interface Addressee {}

    /** The one with an id. */
    record ById(Template id) implements Addressee {}

    /** The one that has not ended and has a value by which it is found. */
    record ByIndex(String index, Template value) implements Addressee {}

    /** Where a blueprint comes from. */
    sealed interface Given {}

    /** It was published. */
    record Published(BlueprintName name) implements Given {}

    /** It stands in a file beside the sources. */
    record Document(Json document) implements Given {}
}
