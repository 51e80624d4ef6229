package io.patchboard.faults;

import io.patchboard.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * What came of the faults.
 *
 * @param varieties for each type, how many of each variety the kernel let through, or did not halt
 * @param detectors how many loops each of the kernel's detectors halted
 * @param honestEnds how the honest runs ended
 */
public record FaultReport(
        List<Row> rows,
        Map<FaultType, SortedMap<String, Proportion>> varieties,
        SortedMap<String, Integer> detectors,
        int honestRuns,
        int haltedByMistake,
        SortedMap<String, Integer> honestEnds) {

    /** How many of some. */
    public record Proportion(int count, int of) {

        static final Proportion NONE = new Proportion(0, 0);

        Proportion and(boolean counted) {
            return new Proportion(count + (counted ? 1 : 0), of + 1);
        }
    }

    /** One object for each row, then one about the honest runs. */
    public List<JsonObject> toJson() {
        List<JsonObject> lines = new ArrayList<>();
        rows.forEach(row -> lines.add(row.toJson()));
        lines.add(JsonObject.builder()
                .put("honestRuns", honestRuns)
                .put("haltedByMistake", haltedByMistake)
                .build());
        return lines;
    }
}
