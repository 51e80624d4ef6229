package io.patchboard.standalone.mcp.board;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpHeaders;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FollowerTest {

    private static Duration pause(Map<String, List<String>> headers) {
        return Follower.pause(HttpHeaders.of(headers, (name, value) -> true));
    }

    @Test
    void serverWithoutRoom_isAskedAgainWhenItSays_andOthersAfterASecond() {
        assertThat(pause(Map.of("Retry-After", List.of("5")))).isEqualTo(Duration.ofSeconds(5));
        assertThat(pause(Map.of("Retry-After", List.of("0")))).isEqualTo(Duration.ofSeconds(1));
        assertThat(pause(Map.of())).isEqualTo(Duration.ofSeconds(1));
    }
}
