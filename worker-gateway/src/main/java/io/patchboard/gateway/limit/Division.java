package io.patchboard.gateway.limit;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Who has how much of something of which there is a number.
 *
 * <p>What somebody wants is granted as far as everybody else has as much or what he wants; what nobody wants is spread
 * evenly, so that it need not be asked for. What is in use stays where it is until it has ended, and is given to nobody
 * else before: all parts together, and what is kept beyond them, are never more than there is.
 */
final class Division {

    private Division() {}

    /**
     * What a member says.
     *
     * @param used what it has and cannot give up now
     * @param wanted what it could use, what it uses included
     * @param waited for how long it has waited for anything; who has waited longest has what cannot be divided
     */
    record Claim(long used, long wanted, long waited) {}

    /**
     * What a member gets.
     *
     * @param most that it may use from now on, though it may use more still
     * @param owes whether others wait for what it uses beyond that
     */
    record Part(long most, boolean owes) {}

    static List<Part> of(long total, List<Claim> claims) {
        long[] wants = claims.stream().mapToLong(Claim::wanted).toArray();
        long[] targets = poured(total, wants, claims);
        long spare = total - sum(targets);
        long[] spread = poured(spare, claims.stream().mapToLong(claim -> spare).toArray(), claims);
        for (int i = 0; i < targets.length; i++) {
            targets[i] += spread[i];
        }
        long room = Math.max(0, total - claims.stream().mapToLong(Claim::used).sum());
        long[] missing = IntStream.range(0, targets.length)
                .mapToLong(i -> Math.max(0, targets[i] - claims.get(i).used()))
                .toArray();
        long[] given = poured(room, missing, claims);
        return IntStream.range(0, targets.length)
                .mapToObj(i -> new Part(
                        Math.min(targets[i], claims.get(i).used() + given[i]),
                        claims.get(i).used() > targets[i]))
                .toList();
    }

    /** As water fills cups: the level is the same in all that are not full. */
    private static long[] poured(long total, long[] cups, List<Claim> claims) {
        List<Integer> byNeed = IntStream.range(0, cups.length)
                .boxed()
                .sorted(Comparator.<Integer>comparingLong(i -> cups[i])
                        .thenComparing(Comparator.<Integer>comparingLong(
                                        i -> claims.get(i).waited())
                                .reversed()))
                .toList();
        long[] poured = new long[cups.length];
        long left = total;
        int others = cups.length;
        for (int i : byNeed) {
            long level = left / others;
            if (cups[i] > level) {
                break;
            }
            poured[i] = cups[i];
            left -= cups[i];
            others--;
        }
        List<Integer> unfilled = IntStream.range(0, cups.length)
                .filter(i -> poured[i] < cups[i])
                .boxed()
                .sorted(Comparator.<Integer>comparingLong(i -> claims.get(i).waited())
                        .reversed())
                .toList();
        for (int i : unfilled) {
            // Rounded up, so that who has waited longest has what cannot be divided.
            long part = Math.min(cups[i], Math.ceilDiv(left, others));
            poured[i] = part;
            left -= part;
            others--;
        }
        return poured;
    }

    private static long sum(long[] all) {
        return IntStream.range(0, all.length).mapToLong(i -> all[i]).sum();
    }
}
