package io.patchboard.standalone.cli.base;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.log.EntryDecoder;
import io.patchboard.client.log.LogRecord;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.replay.Recorded;
import io.patchboard.record.Topics;

/** Makes of a record of the log what a replay verifies. */
public final class Recording {

    private final Topics topics;
    private final EntryDecoder decoder;

    public Recording(KafkaConnection connection) {
        this.topics = connection.topics();
        this.decoder = EntryDecoder.of(connection);
    }

    public Recorded of(LogRecord next) {
        JsonObject json = next.json();
        return new Recorded(topic(next), next.entry(), json, next.isJson() ? json : next.spelled(decoder));
    }

    /** For a replay that verifies nothing. */
    public Recorded unverified(LogRecord next) {
        return new Recorded(topic(next), next.entry(), next.entry().toJson());
    }

    private String topic(LogRecord next) {
        return next.topic().substring(topics.prefix().length());
    }
}
