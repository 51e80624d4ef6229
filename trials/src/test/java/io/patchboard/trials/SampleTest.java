package io.patchboard.trials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.patchboard.experiments.stats.Interval;
import io.patchboard.experiments.stats.Wilson;
import io.patchboard.trials.play.Ended;
import io.patchboard.trials.play.Played;
import io.patchboard.trials.play.Tokens;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SampleTest {

    private static Episode episode(String game, String type, long seed, boolean reached, long tokens) {
        return new Episode(
                new Episode.Key("arm", "model", game, seed),
                type,
                new Played(
                        reached,
                        reached ? Ended.REACHED : Ended.STEPS,
                        5,
                        7,
                        0,
                        new TreeMap<>(Map.of("actor", new Tokens(tokens, 0)))));
    }

    /** So many games of a type, of which so many succeed. */
    private static List<Episode> games(String type, int games, int reached) {
        return IntStream.range(0, games)
                .mapToObj(i -> episode(type + i, type, 1, i < reached, 100))
                .toList();
    }

    @Test
    void typesOfOneSize_success_isThePlainShareWithWilsonsInterval() {
        List<Episode> all = new ArrayList<>(games("a", 10, 3));
        all.addAll(games("b", 10, 6));

        Interval success = Sample.of(all).success();

        Wilson wilson = Wilson.of(9, 20);
        assertThat(success.value()).isEqualTo(9.0 / 20, within(1e-9));
        assertThat(success.low()).isEqualTo(wilson.low(), within(1e-9));
        assertThat(success.high()).isEqualTo(wilson.high(), within(1e-9));
    }

    @Test
    void typesOfOtherSizes_countAlike_andAreLessSure() {
        List<Episode> all = new ArrayList<>(games("a", 40, 40));
        all.addAll(games("b", 10, 0));

        Interval success = Sample.of(all).success();

        assertThat(success.value()).isEqualTo(0.5, within(1e-9));
        // Kish: 1 / (2 types of 1/4 each, spread over 40 and 10) = 32 episodes, of 50 that were played.
        assertThat(success.low()).isEqualTo(Wilson.of(16, 32).low(), within(1e-9));
    }

    @Test
    void tokensPerSuccess_isMeanTokensByShare_andInfiniteWithoutAny() {
        assertThat(Sample.of(games("a", 10, 4)).tokensPerSuccess().value()).isEqualTo(250, within(1e-9));
        assertThat(Sample.of(games("a", 10, 0)).tokensPerSuccess().value()).isInfinite();
    }

    @Test
    void differences_arePaired_soThatWhatGamesShareIsNoNoise() {
        List<Episode> worse = games("a", 30, 14);
        Interval paired = Sample.of(games("a", 30, 15)).successAbove(Sample.of(worse));

        assertThat(paired.value()).isEqualTo(1 / 30.0, within(1e-9));
        assertThat(paired.low()).isNotNegative();
        assertThat(paired.high()).isLessThan(0.15);
    }

    @Test
    void seedsOfOneGame_areOneCase_andOnlyMatchedEpisodesArePaired() {
        List<Episode> ours = List.of(episode("g", "a", 1, true, 1), episode("g", "a", 2, false, 1));
        List<Episode> others = List.of(episode("g", "a", 2, true, 1), episode("h", "a", 1, true, 1));

        assertThat(Sample.of(ours).mean95(Sample::success)).isEqualTo(new Interval(0.5, 0.5, 0.5));
        assertThat(Sample.matched(ours, others)).containsExactly(ours.get(1));
    }
}
