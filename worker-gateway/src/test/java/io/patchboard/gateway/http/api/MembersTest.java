package io.patchboard.gateway.http.api;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MembersTest {

    @Test
    void member_misspelt_isAskedAbout() {
        Members members = new Members(JsonObject.of("bluprint", Json.of("review")));

        assertThatThrownBy(() -> members.refuseUnknown(Set.of("boardId", "blueprint")))
                .hasMessage("Expected one of [blueprint, boardId] as a member, but got \"bluprint\". Did you mean"
                        + " \"blueprint\"?");
    }
}
