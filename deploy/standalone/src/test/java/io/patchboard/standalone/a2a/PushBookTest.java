package io.patchboard.standalone.a2a;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.calls.Outbound;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who is told of tasks, and how many there may be. */
class PushBookTest {

    @TempDir
    private Path folder;

    private static PushTarget target(String task, String id) throws A2aException {
        return PushTarget.of(
                task,
                JsonObject.of("id", Json.of(id)).with("url", Json.of("http://localhost:9/hook")),
                Outbound.of(List.of(), List.of("localhost")).ofStrangers());
    }

    @Test
    void whetherThereIsRoom_isKnownBeforeATaskBegins() throws Exception {
        PushBook book = PushBook.open(folder.resolve("push.json"));
        for (int i = 0; i < 10; i++) {
            book.put(target("t", "id-" + i));
        }
        book.requireRoom(Optional.of("t"), "id-3");
        book.requireRoom(Optional.empty(), "other");
        assertThatThrownBy(() -> book.requireRoom(Optional.of("t"), "other")).isInstanceOf(A2aException.class);
        for (int i = 10; i < 1_000; i++) {
            book.put(target("t-" + i, "id-" + i));
        }

        book.requireRoom(Optional.empty(), "id-999");
        assertThatThrownBy(() -> book.requireRoom(Optional.empty(), "other")).isInstanceOf(A2aException.class);
        assertThat(book.all()).hasSize(1_000);
    }

    @Test
    void whatHasReplacedAnother_staysWhenThatIsRemoved() throws Exception {
        PushBook book = PushBook.open(folder.resolve("push.json"));
        PushTarget former = target("t", "a");
        PushTarget latter = former.of(new PushOwner("shop", false));
        book.put(former);
        book.put(latter);

        book.remove(former);
        assertThat(book.all()).containsExactly(latter);
        book.remove(latter);
        assertThat(PushBook.open(folder.resolve("push.json")).all()).isEmpty();
    }
}
