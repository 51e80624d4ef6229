package io.patchboard.gateway.source;

import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.FeatureMetadata;
import org.apache.kafka.clients.admin.FinalizedVersionRange;
import org.apache.kafka.clients.admin.SupportedVersionRange;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.UnsupportedVersionException;

/**
 * What the broker can do for a source.
 *
 * @param share why there are no share groups; empty if there are
 * @param consumer why the {@code consumer} protocol is not spoken; empty if it is
 */
public record BrokerSupport(Optional<String> share, Optional<String> consumer) {

    private static final int TIMEOUT_SECONDS = 10;

    /**
     * The level that brokers 4.2 support, whatever the cluster has been upgraded to. From 4.2 on brokers know the limit
     * of records for a fetch (KIP-1206) and the renewal of locks (KIP-1222); the client has no other way to ask for
     * these.
     */
    private static final short METADATA_LEVEL_OF_4_2 = 28;

    /**
     * @throws org.apache.kafka.common.errors.TimeoutException if the broker does not answer
     * @throws KafkaException if it answers with something else
     */
    public static BrokerSupport of(Admin admin) {
        try {
            return of(admin.describeFeatures().featureMetadata().get(TIMEOUT_SECONDS, TimeUnit.SECONDS));
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnsupportedVersionException) {
                Optional<String> old = Optional.of("it is too old to describe its features");
                return new BrokerSupport(old, old);
            }
            String message = "Expected the broker to say what it supports, but: "
                    + e.getCause().getMessage();
            throw e.getCause() instanceof org.apache.kafka.common.errors.TimeoutException
                    ? new org.apache.kafka.common.errors.TimeoutException(message, e.getCause())
                    : new KafkaException(message, e.getCause());
        } catch (TimeoutException e) {
            throw new org.apache.kafka.common.errors.TimeoutException(
                    "Expected the broker to say what it supports, but it did not answer.", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException("Interrupted while asking what the broker supports.", e);
        }
    }

    static BrokerSupport of(FeatureMetadata features) {
        Optional<String> share = missing(features, "share.version");
        SupportedVersionRange level = features.supportedFeatures().get("metadata.version");
        if (share.isEmpty() && (level == null || level.maxVersion() < METADATA_LEVEL_OF_4_2)) {
            share = Optional.of("it is older than Kafka 4.2, whose share groups renew locks");
        }
        return new BrokerSupport(share, missing(features, "group.version"));
    }

    private static Optional<String> missing(FeatureMetadata features, String feature) {
        FinalizedVersionRange level = features.finalizedFeatures().get(feature);
        if (level != null && level.maxVersionLevel() >= 1) {
            return Optional.empty();
        }
        return Optional.of(
                features.supportedFeatures().containsKey(feature)
                        ? "its feature " + feature + " is not enabled (kafka-features.sh upgrade --feature " + feature
                                + "=1 does that)"
                        : "it does not know the feature " + feature);
    }
}
