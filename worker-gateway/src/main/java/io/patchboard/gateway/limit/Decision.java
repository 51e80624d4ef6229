package io.patchboard.gateway.limit;

import io.patchboard.gateway.limit.Division.Claim;
import io.patchboard.gateway.limit.Division.Part;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the leader decides: the shares of all, from what all have told. */
final class Decision {

    /** Of what is not limited. */
    static final long UNBOUNDED = 1L << 52;

    private static final Logger LOG = LoggerFactory.getLogger(Decision.class);

    private Decision() {}

    /** @param stakes of each limit that it names, by member */
    static Map<String, Map<String, Share>> of(SortedMap<String, Map<String, Stake>> stakes) {
        Map<String, Map<String, Share>> shares = new HashMap<>();
        stakes.keySet().forEach(member -> shares.put(member, new HashMap<>()));
        SortedSet<String> names = new TreeSet<>();
        stakes.values().forEach(of -> names.addAll(of.keySet()));
        for (String name : names) {
            List<String> members = stakes.keySet().stream()
                    .filter(member -> stakes.get(member).containsKey(name))
                    .toList();
            List<Share> decided = divide(
                    name,
                    members.stream().map(member -> stakes.get(member).get(name)).toList());
            for (int i = 0; i < members.size(); i++) {
                shares.get(members.get(i)).put(name, decided.get(i));
            }
        }
        return shares;
    }

    private static List<Share> divide(String name, List<Stake> stakes) {
        OptionalLong most = least(name, "concurrency", stakes, Stake::concurrency);
        OptionalLong perDay = least(name, "rate (calls in a day)", stakes, Stake::perDay);
        List<Claim> calls = stakes.stream()
                .map(stake -> new Claim(stake.used(), Math.min(stake.wanted(), most.orElse(UNBOUNDED)), stake.waited()))
                .toList();
        List<Claim> rates = stakes.stream()
                .map(stake -> new Claim(stake.rate(), stake.calls() ? perDay.orElse(0) : 0, stake.waited()))
                .toList();
        boolean scarce = most.isPresent() && sum(calls) > most.getAsLong()
                || perDay.isPresent() && sum(rates) > perDay.getAsLong();
        List<Part> ofCalls = most.isPresent() ? Division.of(most.getAsLong(), calls) : unbounded(stakes.size());
        List<Part> ofRates = perDay.isPresent() ? Division.of(perDay.getAsLong(), rates) : unbounded(stakes.size());
        return IntStream.range(0, stakes.size())
                .mapToObj(i -> new Share(
                        ofCalls.get(i).most(),
                        ofRates.get(i).most(),
                        ofCalls.get(i).owes() || ofRates.get(i).owes(),
                        scarce))
                .toList();
    }

    private static List<Part> unbounded(int members) {
        return Collections.nCopies(members, new Part(UNBOUNDED, false));
    }

    private static long sum(List<Claim> claims) {
        return claims.stream().mapToLong(Claim::wanted).sum();
    }

    /** One bound that everybody can live with; who states none would otherwise be bound by nothing. */
    private static OptionalLong least(
            String name, String what, List<Stake> stakes, Function<Stake, OptionalLong> bound) {
        List<OptionalLong> stated = stakes.stream().map(bound).distinct().toList();
        OptionalLong least = stated.stream().flatMapToLong(OptionalLong::stream).min();
        if (stated.size() > 1) {
            LOG.warn(
                    "Expected all gateways to state limit {} alike, but of its {} there are {}. The least holds, {},"
                            + " until they do.",
                    name,
                    what,
                    stated.stream()
                            .map(one -> one.isPresent() ? Long.toString(one.getAsLong()) : "none")
                            .toList(),
                    least.getAsLong());
        }
        return least;
    }
}
