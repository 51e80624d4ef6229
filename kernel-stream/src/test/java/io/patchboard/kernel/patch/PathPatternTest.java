package io.patchboard.kernel.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonReader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PathPatternTest {

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                // pattern, pointer, matches, covers, mayMatchBelow
                "/a,         /a,       true,  true,  true",
                "/a,         /a/b,     false, true,  false",
                "/a,         ``,       false, false, true",
                "``,         ``,       true,  true,  true",
                "``,         /a,       false, true,  false",
                "/a/*,       /a/b,     true,  true,  true",
                "/a/*,       /a/3,     true,  true,  true",
                "/a/*,       /a/-,     true,  true,  true",
                "/a/*,       /a,       false, false, true",
                "/a/*,       /a/b/c,   false, true,  false",
                "/a/-,       /a/-,     true,  true,  true",
                "/a/-,       /a/3,     false, false, false",
                "/a/-,       /a,       false, false, true",
                "/a/**,      /a,       false, false, true",
                "/a/**,      /a/b,     true,  true,  true",
                "/a/**,      /a/b/c/d, true,  true,  true",
                "/a/**,      /b,       false, false, false",
                "/**,        ``,       false, false, true",
                "/**,        /a,       true,  true,  true",
                "/a/*/c,     /a/b/c,   true,  true,  true",
                "/a/*/c,     /a/b/d,   false, false, false",
                "/a/*/c,     /a/b,     false, false, true",
                "/a/*/c/**,  /a/b/c/d, true,  true,  true",
                "/x~1y/~0,   /x~1y/~0, true,  true,  true",
                "/x~1y,      /x/y,     false, false, false",
                "/a/3,       /a/3,     true,  true,  true"
            })
    void matches_coversAndMayMatchBelow_ofPatternAndPointer(
            String pattern, String pointer, boolean matches, boolean covers, boolean mayMatchBelow) {
        PathPattern parsed = PathPattern.parse(pattern);
        JsonPointer place = JsonPointer.parse(pointer);
        assertThat(parsed.matches(place)).as("matches").isEqualTo(matches);
        assertThat(parsed.covers(place)).as("covers").isEqualTo(covers);
        assertThat(parsed.mayMatchBelow(place)).as("mayMatchBelow").isEqualTo(mayMatchBelow);
    }

    @Test
    void parse_deepInTheMiddle_isRefused() {
        assertThatThrownBy(() -> PathPattern.parse("/a/**/b"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Expected \"**\" only as the last segment of a path pattern, but got \"/a/**/b\"."
                        + " Use \"*\" for one segment.");
        assertThatThrownBy(() -> PathPattern.parse("a")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> PathPattern.parse("/~2")).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/xs/*    | [/xs/0, /xs/1]",
                "/xs/-    | []",
                "/xs/*/k  | [/xs/0/k, /xs/1/k]",
                "/o/**    | [/o/b, /o/b/0, /o/a]",
                "/*       | [/xs, /o]",
                "/xs/1    | [/xs/1]",
                "/xs/01   | []",
                "/nothing | []"
            })
    void expand_document_givesExistingPlacesInDocumentOrder(String pattern, String places) {
        var document = JsonReader.parse("{\"xs\":[{\"k\":1},{\"k\":2}],\"o\":{\"b\":[true],\"a\":null}}");
        assertThat(PathPattern.parse(pattern).expand(document)).hasToString(places);
    }

    @Test
    void expand_rootPattern_givesTheRoot() {
        assertThat(PathPattern.parse("").expand(JsonReader.parse("[1]"))).containsExactly(JsonPointer.ROOT);
    }

    @Test
    void equals_sameSource_isEqual() {
        assertThat(PathPattern.parse("/a/**"))
                .isEqualTo(PathPattern.parse("/a/**"))
                .hasSameHashCodeAs(PathPattern.parse("/a/**"))
                .isNotEqualTo(PathPattern.parse("/a/*"))
                .hasToString("/a/**");
    }

    /** Each question is answered by places: some of every length, with keys that no pattern names. */
    @Test
    void includesAndCoversAll_forAllSmallPatterns_sayWhatTheirPlacesSay() {
        List<PathPattern> patterns = small(List.of("a", "-", "*"), true).stream()
                .map(PathPattern::parse)
                .toList();
        List<JsonPointer> places = small(List.of("a", "-", "other"), false).stream()
                .map(JsonPointer::parse)
                .toList();
        for (PathPattern one : patterns) {
            for (PathPattern other : patterns) {
                List<JsonPointer> theirs =
                        places.stream().filter(other::matches).toList();
                assertThat(one.includes(other))
                        .as("%s includes %s", one, other)
                        .isEqualTo(theirs.stream().allMatch(one::matches));
                assertThat(one.coversAll(other))
                        .as("%s covers all of %s", one, other)
                        .isEqualTo(theirs.stream().allMatch(one::covers));
            }
        }
    }

    /** All texts of up to two segments, as patterns also with what is below them; places are of up to four. */
    private static List<String> small(List<String> segments, boolean asPatterns) {
        int most = asPatterns ? 2 : 4;
        List<String> all = new ArrayList<>(List.of(""));
        int from = 0;
        for (int length = 1; length <= most; length++) {
            int to = all.size();
            for (String shorter : all.subList(from, to).toArray(String[]::new)) {
                segments.forEach(segment -> all.add(shorter + "/" + segment));
            }
            from = to;
        }
        if (asPatterns) {
            List.copyOf(all).forEach(text -> all.add(text + "/**"));
        }
        return all;
    }
}
