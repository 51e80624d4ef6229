package io.patchboard.standalone.sources;

import io.patchboard.json.Json;
import io.patchboard.record.LogHeader;
import io.patchboard.record.Source;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A moment of a schedule.
 *
 * @param at in the schedule's time zone
 */
public record Due(ZonedDateTime at) implements Occasion {

    /** Names that expressions may use. */
    static final Set<String> VARIABLES = Set.of("time", "date");

    @Override
    public Map<String, Json> variables() {
        return Map.of("time", Json.of(id()), "date", Json.of(at.toLocalDate().toString()));
    }

    /** The moment in UTC. */
    @Override
    public String id() {
        return LogHeader.format(at.toInstant());
    }

    @Override
    public Instant time() {
        return at.toInstant();
    }

    @Override
    public Optional<Source> place() {
        return Optional.empty();
    }
}
