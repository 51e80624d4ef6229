package io.patchboard.standalone.a2a;

import static io.patchboard.standalone.a2a.ScriptedApi.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.standalone.mcp.board.Api;
import io.patchboard.standalone.mcp.board.Follower;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A task that somebody follows, on a server that does not always tell how it is. */
class FollowingTest {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final String BOARD = "GET /v1/boards/t";
    private static final String STATUS = "{\"boardId\":\"t\",\"phase\":\"OPEN\",\"sequence\":%d}";

    @AutoClose
    private final ScriptedApi server = new ScriptedApi();

    @AutoClose
    private final Api api = new Api(server::uri);

    FollowingTest() throws Exception {}

    private Following following() {
        return new Following(
                new Reader(api),
                Optional.of(new Follower(api)),
                ScriptedApi.ANYBODY,
                new BoardTask(object(STATUS.formatted(1)), List.of()));
    }

    /** So that whoever follows is told all the time that something has changed. */
    private void keepTelling() {
        server.says("GET /v1/boards/t/log?below=true&from=2", 200, "event: below\n\n");
    }

    @Test
    void whileNothingChanges_nothingIsRead() throws Exception {
        server.says(BOARD, 200, STATUS.formatted(2));
        try (Following following = following()) {
            for (int i = 0; i < 3; i++) {
                assertThat(following.next(Duration.ofMillis(10))).isEmpty();
            }
        }
        assertThat(server.asked()).doesNotContain(BOARD);
    }

    @Test
    void readThatIsRefusedForAMoment_isNoNews() throws Exception {
        keepTelling();
        server.says(BOARD, 503, "{\"detail\":\"Try again.\"}");
        try (Following following = following()) {
            assertThat(following.next(PATIENCE)).isEmpty();
            assertThat(server.asked()).contains(BOARD);
            server.says(BOARD, 200, STATUS.formatted(2));

            assertThat(following.next(PATIENCE)).map(BoardTask::sequence).contains(2L);
        }
    }

    @Test
    void whoMayNotReadItAnyMore_isToldSo() throws Exception {
        keepTelling();
        server.says(BOARD, 403, "{\"detail\":\"Not you.\"}");
        try (Following following = following()) {
            assertThatThrownBy(() -> following.next(PATIENCE))
                    .isInstanceOfSatisfying(
                            A2aException.class, e -> assertThat(e.fault()).isEqualTo(Fault.PERMISSION_DENIED));
        }
    }
}
