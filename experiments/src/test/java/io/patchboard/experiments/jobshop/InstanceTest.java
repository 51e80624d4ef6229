package io.patchboard.experiments.jobshop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonWriter;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InstanceTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "'' ; jobs and machines",
                "2 2\\n0 3 1 2 ; got 2 lines",
                "1 2\\n0 3 1 ; pairs of machine and duration in line 2",
                "1 2\\n0 3 2 1 ; machine from 0 to 1",
                "1 2\\n0 0 1 1 ; duration of at least 1",
                "1 2\\n0 three 1 1 ; numbers with blanks between in line 2",
                "1 2\\n0 3 0 1 ; visit a machine once at most",
                "1 2\\n0 99999999999 1 1 ; numbers with blanks",
            })
    void whatIsNoInstance_isRefusedWithItsPlace(String text, String says) {
        assertThatThrownBy(() -> Instance.parse(text.replace("\\n", "\n")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(says);
    }

    @Test
    void boardsState_isReadBackAsItWas() {
        for (int seed = 0; seed < 50; seed++) {
            Instance instance = Solvers.random(new Random(seed), 1 + seed % 7, 1 + seed % 5);
            assertThat(ShopState.read(ShopState.input(instance, List.of(), 1, 1))
                            .instance())
                    .isEqualTo(instance);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "J2 ; J3 ; of 2 jobs and 2 machines the last are J3 and M2",
                "M2 ; M3 ; of 2 jobs and 2 machines the last are J2 and M3",
                "\"duration\":7 ; \"duration\":4294967297 ; number up to 2147483647 at duration, but got 4294967297",
            })
    void boardsState_thatCannotBePlannedAsItIs_isRefused(String right, String wrong, String says) throws Exception {
        Instance instance = Instance.parse("2 2\n0 7 1 7\n1 7 0 7\n");
        String input = JsonWriter.compact(ShopState.input(instance, List.of(), 1, 1));
        JsonObject state = (JsonObject) JsonReader.parse(input.replace(right, wrong));

        assertThatThrownBy(() -> ShopState.read(state))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(says);
    }

    @Test
    void bounds_thatAreNone_areRefusedWithTheirLine() {
        assertThatThrownBy(() -> Shop.of("name\nx,1,1,a,2,open,x.txt\n", file -> "1 1\n0 1\n"))
                .hasMessageContaining("x,1,1,a,2,open,x.txt");
        assertThatThrownBy(() -> Shop.of("name\nx,1,1,1,2,open,x.txt\n", file -> "1 1\n0\n"))
                .hasMessageContaining("x.txt: Expected pairs");
    }
}
