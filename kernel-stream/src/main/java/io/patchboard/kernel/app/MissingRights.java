package io.patchboard.kernel.app;

import io.patchboard.record.Topics;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;

/**
 * Says which right is missing when a broker refuses something; Kafka's own message may be a bare "Authorization
 * failed.".
 */
final class MissingRights {

    /** As Kafka's own login modules take it. */
    private static final String USER = "username=\"";

    private MissingRights() {}

    /** What to say, if a broker's refusal is the cause. */
    static Optional<AuthorizationException> in(Throwable failure, KernelConfig config) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof AuthorizationException refusal) {
                return Optional.of(new AuthorizationException(text(refusal, config), failure));
            }
        }
        return Optional.empty();
    }

    private static String text(AuthorizationException refusal, KernelConfig config) {
        String principal = principal(config.clientProperties())
                .map(user -> "principal User:" + user)
                .orElse("the kernel's principal");
        return "Expected " + principal + " to be allowed " + rights(refusal, config) + ", but the broker refused: "
                + refusal.getMessage() + " Grant it and start the kernel again.";
    }

    private static String rights(AuthorizationException refusal, KernelConfig config) {
        String application = StreamsSettings.applicationId(config);
        return switch (refusal) {
            case TopicAuthorizationException topics -> onTopics(new TreeSet<>(topics.unauthorizedTopics()), config);
            case GroupAuthorizationException group ->
                "READ on group " + Optional.ofNullable(group.groupId()).orElse(application);
            case TransactionalIdAuthorizationException ids ->
                "WRITE and DESCRIBE on transactional ids " + application + "-*";
            case ClusterAuthorizationException cluster -> "IDEMPOTENT_WRITE on the cluster";
            default -> "what it asked for";
        };
    }

    private static String onTopics(Set<String> topics, KernelConfig config) {
        return topics.isEmpty()
                ? "READ, WRITE, CREATE and DESCRIBE on topics " + config.prefix() + "*"
                : topics.stream()
                        .map(name -> ofTopic(name, config.topics()) + " on topic " + name)
                        .collect(Collectors.joining(", "));
    }

    private static String ofTopic(String name, Topics topics) {
        if (name.equals(topics.commands()) || name.equals(topics.proposals())) {
            return "READ, WRITE and DESCRIBE";
        }
        return name.endsWith("-changelog") ? "READ, WRITE, CREATE and DESCRIBE" : "WRITE and DESCRIBE";
    }

    private static Optional<String> principal(Map<String, String> clientProperties) {
        String jaas = clientProperties.getOrDefault(SaslConfigs.SASL_JAAS_CONFIG, "");
        int begin = jaas.indexOf(USER) + USER.length();
        int end = jaas.indexOf('"', begin);
        return jaas.contains(USER) && end > begin ? Optional.of(jaas.substring(begin, end)) : Optional.empty();
    }
}
