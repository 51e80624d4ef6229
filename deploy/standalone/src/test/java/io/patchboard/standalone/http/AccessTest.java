package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.JsonReader;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.CompileResult;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AccessTest {

    /** A worker that reads so many paths, each of which is compared with each, and with the one that it writes. */
    private static Blueprint reading(int paths) {
        String read =
                IntStream.range(0, paths).mapToObj(i -> "\"/notes/n" + i + "\"").collect(Collectors.joining(","));
        return ((CompileResult.Valid) new Blueprints().compile(JsonReader.parse("""
                        {"apiVersion":"patchboard/v1","name":"wide",
                         "state":{"schema":{"type":"object"},"initial":{"notes":{}}},
                         "workers":{"guest":{"unsolicited":true,"read":[READ],
                                             "write":[{"op":["add"],"path":"/notes/n0"}]}}}
                        """.replace("READ", read))))
                .blueprint();
    }

    @Test
    void pathsOfContracts_areComparedSoOftenAndNoMore() {
        int most = (int) Math.sqrt(Access.MOST_COMPARISONS);

        assertThat(Access.json(reading(most - 1)).orElseThrow().size()).isEqualTo(most - 1);
        assertThat(Access.json(reading(most + 1))).isEmpty();
    }
}
