package io.patchboard.standalone.sources;

import io.patchboard.json.Json;
import io.patchboard.record.Source;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** What a source makes something of. */
public sealed interface Occasion permits Event, Due {

    /** What expressions see of it. */
    Map<String, Json> variables();

    /** Always the same for the same one, and another for each other of its source. */
    String id();

    /** When it was. */
    Instant time();

    /** Where it stands in Kafka; absent for what does not. */
    Optional<Source> place();
}
