package io.patchboard.standalone.sources.feed;

import io.patchboard.client.KafkaConnection;
import io.patchboard.standalone.sources.Boards;

/**
 * What sources share.
 *
 * @param boards for those that look for one
 */
record Means(KafkaConnection connection, SourceMeters meters, Boards boards) {}
