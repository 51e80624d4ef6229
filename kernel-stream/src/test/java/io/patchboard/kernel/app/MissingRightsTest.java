package io.patchboard.kernel.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.apache.kafka.streams.errors.StreamsException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class MissingRightsTest {

    private static final KernelConfig CONFIG = KernelConfig.builder("host:1", Path.of("state"), new byte[16])
            .prefix("shop.")
            .clientProperties(
                    Map.of(
                            "sasl.jaas.config",
                            "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"board\" password=\"geheim\";"))
            .build();

    static Stream<Arguments> refusals() {
        return Stream.of(
                Arguments.of(
                        new TopicAuthorizationException(Set.of("shop.proposals", "shop.committed")),
                        "WRITE and DESCRIBE on topic shop.committed, READ, WRITE and DESCRIBE on topic shop.proposals"),
                Arguments.of(
                        new TopicAuthorizationException(Set.of("shop.kernel-boards-changelog")),
                        "READ, WRITE, CREATE and DESCRIBE on topic shop.kernel-boards-changelog"),
                Arguments.of(
                        new TopicAuthorizationException("Authorization failed."),
                        "READ, WRITE, CREATE and DESCRIBE on topics shop.*"),
                Arguments.of(GroupAuthorizationException.forGroupId("shop.kernel"), "READ on group shop.kernel"),
                Arguments.of(new GroupAuthorizationException("no"), "READ on group shop.kernel"),
                Arguments.of(
                        new TransactionalIdAuthorizationException("no"),
                        "WRITE and DESCRIBE on transactional ids shop.kernel-*"),
                Arguments.of(new ClusterAuthorizationException("no"), "IDEMPOTENT_WRITE on the cluster"));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void refused_namesPrincipalRightAndResource_andEndsTheKernel(AuthorizationException refusal, String right) {
        AuthorizationException told =
                MissingRights.in(new StreamsException("died", refusal), CONFIG).orElseThrow();

        assertThat(told)
                .hasMessageStartingWith(
                        "Expected principal User:board to be allowed " + right + ", but the broker refused")
                .hasMessageNotContaining("geheim");
        assertThat(new ThreadDeaths(1).mayReplace(told)).isFalse();
    }

    @Test
    void otherFailure_isNone() {
        StreamsException failure = new StreamsException("died", new TimeoutException("away"));

        assertThat(MissingRights.in(failure, CONFIG)).isEmpty();
        assertThat(new ThreadDeaths(1).mayReplace(failure)).isTrue();
    }
}
