package io.patchboard.gateway.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.gateway.limit.Division.Claim;
import io.patchboard.gateway.limit.Division.Part;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DivisionTest {

    @Test
    void wants_belowAnEvenShareAreMet_andTheRestIsDividedEvenly() {
        assertThat(most(10, claim(0, 1), claim(0, 20), claim(0, 20))).containsExactly(1L, 5L, 4L);
    }

    @Test
    void spare_isSpread_soThatItNeedNotBeAskedFor() {
        assertThat(most(10, claim(0, 0), claim(2, 2))).containsExactly(4L, 6L);
    }

    @Test
    void whatIsInUse_staysUntilItHasEnded_andIsGivenToNobodyElseBefore() {
        List<Part> parts = Division.of(4, List.of(claim(4, 8), claim(0, 8)));
        assertThat(parts).containsExactly(new Part(2, true), new Part(0, false));
        assertThat(most(4, claim(2, 8), claim(0, 8))).containsExactly(2L, 2L);
    }

    @Test
    void fewerThanMembers_whoHasWaitedLongestIsNext() {
        assertThat(most(1, new Claim(0, 1, 10), new Claim(0, 1, 7_000), new Claim(0, 1, 20)))
                .containsExactly(0L, 1L, 0L);
    }

    @Test
    void boundThatBecameLess_nobodyGetsMoreUntilItHolds() {
        assertThat(Division.of(2, List.of(claim(3, 3), claim(2, 2), claim(0, 5))))
                .extracting(Part::most)
                .containsExactly(1L, 1L, 0L);
    }

    /** Whatever is claimed: what may be used from then on, and what is used until it ends, is no more than there is. */
    @Test
    void parts_neverMoreThanThereIs() {
        Random random = new Random(17);
        for (int round = 0; round < 20_000; round++) {
            long total = random.nextInt(30);
            List<Claim> claims = IntStream.range(0, 1 + random.nextInt(6))
                    .mapToObj(i -> {
                        long used = random.nextInt(6);
                        return new Claim(used, used + random.nextInt(12), random.nextInt(5));
                    })
                    .toList();
            List<Part> parts = Division.of(total, claims);
            long used = claims.stream().mapToLong(Claim::used).sum();
            long kept = IntStream.range(0, claims.size())
                    .mapToLong(i -> Math.max(claims.get(i).used(), parts.get(i).most()))
                    .sum();
            assertThat(kept).as("%d of %s", total, claims).isLessThanOrEqualTo(Math.max(total, used));
            long wanted = claims.stream().mapToLong(Claim::wanted).sum();
            if (used == 0 && wanted >= total) {
                assertThat(parts.stream().mapToLong(Part::most).sum()).isEqualTo(total);
            }
        }
    }

    private static Claim claim(long used, long wanted) {
        return new Claim(used, wanted, 0);
    }

    private static List<Long> most(long total, Claim... claims) {
        return Division.of(total, Stream.of(claims).toList()).stream()
                .map(Part::most)
                .toList();
    }
}
