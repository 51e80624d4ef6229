package io.patchboard.gateway.source;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.common.GroupType;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Chooses a source at the first poll at which the broker answers. So a gateway starts also while no broker can be
 * reached, and yet takes nothing before it knows that the broker keeps the guarantees. Until then a poll finds nothing,
 * as that of any consumer does whose broker is away.
 *
 * <p>What the broker does not support is replaced by what comes next: share group, {@code consumer} protocol,
 * {@code classic}. One line of the log says so: information where the choice was {@code auto}, a warning where it was
 * not. Where others take invocations with the consumer group now, {@code auto} joins them. Settings of the share group
 * that are wrong and may not be changed are another matter: {@code auto} goes on without share groups, an explicit
 * {@code share} is refused, because the operator who asked for it can mend it.
 */
final class ChosenSource implements InvocationSource {

    private static final Logger LOG = LoggerFactory.getLogger(ChosenSource.class);

    private static final int TIMEOUT_SECONDS = 10;

    private final SourceConfig config;
    private final Admin admin;
    private Optional<InvocationSource> chosen = Optional.empty();

    /** @throws org.apache.kafka.common.KafkaException if the Kafka settings make no sense */
    ChosenSource(SourceConfig config) {
        this.config = config;
        this.admin = Admin.create(config.connection().clientConfig(Map.of()));
    }

    @Override
    public List<Delivery> poll(Duration timeout, int max) {
        if (chosen.isEmpty()) {
            if (max == 0) {
                return List.of();
            }
            try {
                chosen = Optional.of(choose());
            } catch (org.apache.kafka.common.errors.TimeoutException e) {
                LOG.debug("Expected to choose a source, but: {} Trying again.", e.getMessage());
                return List.of();
            }
        }
        return chosen.get().poll(timeout, max);
    }

    @Override
    public void drain() {
        chosen.ifPresent(InvocationSource::drain);
    }

    @Override
    public void close() {
        try {
            chosen.ifPresent(InvocationSource::close);
        } finally {
            admin.close(Duration.ofSeconds(2));
        }
    }

    private InvocationSource choose() {
        List<String> reasons = new ArrayList<>();
        BrokerSupport support = config.kind() == SourceKind.CLASSIC ? noMatter() : BrokerSupport.of(admin);
        SourceKind kind = SourceKind.CLASSIC;
        if (wants(SourceKind.CONSUMER)) {
            kind = support.consumer().isEmpty() ? SourceKind.CONSUMER : SourceKind.CLASSIC;
            support.consumer().ifPresent(why -> reasons.add("of the consumer protocol, but " + why));
        }
        if (wants(SourceKind.SHARE)) {
            support.share().ifPresent(why -> reasons.add(0, "of share groups, but " + why));
            Optional<GroupType> others =
                    config.kind() == SourceKind.AUTO && support.share().isEmpty() ? typeOfOthers() : Optional.empty();
            if (others.isPresent()) {
                return open(others.get() == GroupType.CONSUMER ? SourceKind.CONSUMER : SourceKind.CLASSIC);
            }
            if (support.share().isEmpty() && settingsAreRight()) {
                kind = SourceKind.SHARE;
                reasons.clear();
            }
        }
        if (!reasons.isEmpty() && kind != config.kind()) {
            String line = "Expected support " + String.join("; ", reasons) + ". Invocations are taken with the source "
                    + kind.word() + " instead.";
            if (config.kind() == SourceKind.AUTO) {
                LOG.info("{}", line);
            } else {
                LOG.warn("{}", line);
            }
        }
        return open(kind);
    }

    private static BrokerSupport noMatter() {
        return new BrokerSupport(Optional.of("not asked for"), Optional.of("not asked for"));
    }

    private boolean wants(SourceKind kind) {
        return config.kind() == kind
                || config.kind() == SourceKind.AUTO
                || (config.kind() == SourceKind.SHARE && kind == SourceKind.CONSUMER);
    }

    /**
     * How others take invocations with the consumer group now, if they do. Gateways that sit in a share group beside
     * them would run every invocation that they run.
     */
    private Optional<GroupType> typeOfOthers() {
        try {
            ConsumerGroupDescription found = admin.describeConsumerGroups(List.of(config.group()))
                    .describedGroups()
                    .get(config.group())
                    .get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
            if (found.members().isEmpty()) {
                return Optional.empty();
            }
            LOG.warn(
                    "Expected to take invocations with the share group {}, but {} members take them with the consumer group"
                            + " {} now, and each invocation would be run in both. Joining them. To change to the share"
                            + " group, stop all gateways of the group, then start them.",
                    config.shareGroup(),
                    found.members().size(),
                    config.group());
            return Optional.of(found.type());
        } catch (ExecutionException e) {
            if (e.getCause() instanceof GroupIdNotFoundException) {
                return Optional.empty();
            }
            if (e.getCause() instanceof AuthorizationException) {
                LOG.warn(
                        "Expected to see whether others take invocations with the consumer group {}, but: {} It is taken"
                                + " that none do.",
                        config.group(),
                        e.getCause().getMessage());
                return Optional.empty();
            }
            throw unknownOthers(e.getCause());
        } catch (TimeoutException e) {
            throw unknownOthers(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unknownOthers(e);
        }
    }

    private KafkaException unknownOthers(Throwable cause) {
        String message = "Expected the broker to say who takes invocations with the consumer group " + config.group()
                + ", but: " + cause;
        return cause instanceof TimeoutException || cause instanceof org.apache.kafka.common.errors.TimeoutException
                ? new org.apache.kafka.common.errors.TimeoutException(message, cause)
                : new KafkaException(message, cause);
    }

    private boolean settingsAreRight() {
        try {
            ShareGroupSettings.ensure(admin, config.shareGroup());
            return true;
        } catch (UnusableSourceException e) {
            if (config.kind() == SourceKind.SHARE) {
                throw e;
            }
            LOG.warn(
                    "{} Until that is mended and this gateway started again, it takes invocations with a consumer group.",
                    e.getMessage());
            return false;
        }
    }

    private InvocationSource open(SourceKind kind) {
        if (kind == SourceKind.SHARE) {
            LOG.info("Taking invocations with the share group {}.", config.shareGroup());
            return new ShareGroupSource(config, admin);
        }
        LOG.info("Taking invocations with the {} group {}.", kind.word(), config.group());
        return ConsumerGroupSource.open(
                config, kind == SourceKind.CONSUMER ? GroupProtocol.CONSUMER : GroupProtocol.CLASSIC);
    }
}
