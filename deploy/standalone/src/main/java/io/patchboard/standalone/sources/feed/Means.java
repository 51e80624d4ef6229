package io.patchboard.standalone.sources.feed;

import io.patchboard.client.KafkaConnection;
import io.patchboard.standalone.sources.Correlation;

/**
 * What sources share.
 *
 * @param boards for those that look for one by a value
 */
record Means(KafkaConnection connection, SourceMeters meters, Correlation.Lookup boards) {}
