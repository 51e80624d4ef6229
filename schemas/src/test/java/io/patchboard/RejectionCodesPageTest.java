package io.patchboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.record.RejectionCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** docs/log-and-hashes.md says why something is rejected: it has each code, at its stage. */
class RejectionCodesPageTest {

    private static final Path PAGE = Path.of("..", "docs", "log-and-hashes.md");

    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([A-Z]+)` \\| (.*) \\|$");

    private static final Pattern CODE = Pattern.compile("`([a-z-]+)`");

    @Test
    void table_hasEachCodeAtItsStage_andNoOther() throws IOException {
        String page = Files.readString(PAGE);
        String section = page.substring(
                page.indexOf("## Why something is rejected"), page.indexOf("## Names that are reserved"));
        Map<String, Set<String>> documented = ROW.matcher(section)
                .results()
                .collect(Collectors.toMap(row -> row.group(1), row -> codes(row.group(2))));
        Map<String, Set<String>> known = Arrays.stream(RejectionCode.values())
                .collect(Collectors.groupingBy(
                        code -> code.stage().word(), Collectors.mapping(code -> code.word(), Collectors.toSet())));

        assertThat(documented).isEqualTo(known);
    }

    private static Set<String> codes(String row) {
        return CODE.matcher(row).results().map(code -> code.group(1)).collect(Collectors.toCollection(TreeSet::new));
    }
}
