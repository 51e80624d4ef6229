package io.patchboard.bench.cli;

import io.patchboard.bench.result.Measurement;
import io.patchboard.bench.result.Results;
import io.patchboard.bench.service.Rounds;
import java.util.List;
import java.util.Map;

/** What several commands report in the same way. */
final class Reports {

    private Reports() {}

    static void throughput(Map<Rounds.Contender, List<Double>> rates, Map<String, String> at, Results results) {
        rates.forEach((contender, rate) ->
                results.add(Measurement.of(contender.side().name(), "throughput", at, "1/s", rate)));
    }
}
