package io.patchboard.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** RFC 6901, by its own examples. */
final class JsonPointerTest {

    private static JsonObject suite;

    @BeforeAll
    static void readSuite() throws IOException {
        load();
    }

    private static void load() throws IOException {
        suite = (JsonObject) JsonReader.parse(Files.readString(SharedData.file("rfc6901/rfc6901-cases.json")));
    }

    /** Tokens that were met before are found again by their hash, which those of other texts have, too. */
    @Test
    void tokensOfOneHash_areNotMistakenForEachOther() {
        for (String path : List.of("/AaAa/BBBB", "/AaBB/BBAa", "/AaAa/BBBB", "/AaAa0/AaAa", "/BBBB/AaAa", "//0/")) {
            assertThat(JsonPointer.parse(path)).hasToString(path);
            assertThat(String.join("/", JsonPointer.parse(path).tokens())).isEqualTo(path.substring(1));
        }
        String one = JsonPointer.parse("/place/17").last();
        assertThat(JsonPointer.parse("/other/17").last()).isSameAs(one);
    }

    @Test
    void pointersOfOneHash_haveAnOrder() {
        JsonPointer one = JsonPointer.parse("/items/AaBB");
        JsonPointer other = JsonPointer.parse("/items/BBAa");

        assertThat(one).hasSameHashCodeAs(other).isNotEqualTo(other).isLessThan(other);
        assertThat(one).isLessThan(one.child("x")).isGreaterThan(one.parent());
        assertThat(one).isEqualByComparingTo(JsonPointer.parse("/items/AaBB"));
    }

    @Test
    void firstTokens_leadToWhatThePlaceLiesInsideOf() {
        JsonPointer place = JsonPointer.parse("/a/b/c/d");

        assertThat(Stream.of(0, 1, 2, 3, 4).map(place::first))
                .containsExactly(
                        JsonPointer.ROOT,
                        JsonPointer.parse("/a"),
                        JsonPointer.parse("/a/b"),
                        JsonPointer.parse("/a/b/c"),
                        place);
        assertThatThrownBy(() -> place.first(5)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void suite_sections_areAllTested() {
        assertThat(suite.names())
                .containsExactlyInAnyOrder(
                        "document",
                        "string_representation",
                        "uri_fragment",
                        "escaping",
                        "syntax_errors",
                        "reference_errors");
    }

    @ParameterizedTest
    @MethodSource("stringRepresentation")
    void resolve_example_findsItsValue(JsonObject example) {
        JsonPointer pointer = JsonPointer.parse(text(example, "pointer"));

        assertThat(pointer.resolve(document())).isEqualTo(example.get("value"));
        assertThat(pointer).hasToString(text(example, "pointer"));
    }

    @ParameterizedTest
    @MethodSource("uriFragment")
    void resolve_uriFragment_findsWhatItsPointerFinds(JsonObject example) {
        JsonPointer fromFragment = JsonPointer.parse(decodeFragment(text(example, "fragment")));

        assertThat(fromFragment).isEqualTo(JsonPointer.parse(text(example, "pointer")));
        assertThat(fromFragment.resolve(document())).isPresent();
    }

    @ParameterizedTest
    @MethodSource("escaping")
    void escape_token_isReadBack(JsonObject example) {
        String token = text(example, "token");
        String escaped = text(example, "escaped");

        assertThat(JsonPointer.escape(token)).isEqualTo(escaped);
        assertThat(JsonPointer.parse("/" + escaped).tokens()).containsExactly(token);
        assertThat(JsonPointer.ROOT.child(token)).hasToString("/" + escaped);
    }

    @ParameterizedTest
    @MethodSource("syntaxErrors")
    void parse_syntaxError_isRefused(JsonObject example) {
        assertThatThrownBy(() -> JsonPointer.parse(text(example, "pointer")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("Expected ");
    }

    @ParameterizedTest
    @MethodSource("referenceErrors")
    void resolve_referenceError_findsNothing(JsonObject example) {
        assertThat(JsonPointer.parse(text(example, "pointer")).resolve(document()))
                .isEmpty();
    }

    @Test
    void isPrefixOf_siblingWithCommonText_isFalse() {
        assertThat(JsonPointer.parse("/a").isPrefixOf(JsonPointer.parse("/ab"))).isFalse();
        assertThat(JsonPointer.parse("/a").isPrefixOf(JsonPointer.parse("/a/b")))
                .isTrue();
        assertThat(JsonPointer.ROOT.isPrefixOf(JsonPointer.ROOT)).isTrue();
    }

    @Test
    void parent_ofChild_isItself() {
        JsonPointer pointer = JsonPointer.parse("/a/0");

        assertThat(pointer.child(3).parent()).isEqualTo(pointer);
        assertThat(pointer.child(3).last()).isEqualTo("3");
    }

    static Stream<Json> stringRepresentation() throws IOException {
        return section("string_representation");
    }

    static Stream<Json> uriFragment() throws IOException {
        return section("uri_fragment");
    }

    static Stream<Json> escaping() throws IOException {
        return section("escaping");
    }

    static Stream<Json> syntaxErrors() throws IOException {
        return section("syntax_errors");
    }

    static Stream<Json> referenceErrors() throws IOException {
        return section("reference_errors");
    }

    private static Stream<Json> section(String name) throws IOException {
        load();
        return ((JsonArray) suite.get(name).orElseThrow()).stream();
    }

    private static Json document() {
        return suite.get("document").orElseThrow();
    }

    private static String text(JsonObject example, String name) {
        return ((JsonString) example.get(name).orElseThrow()).value();
    }

    /** RFC 6901 section 6: a fragment is the pointer's UTF-8 bytes, percent-encoded. The product has no use for it. */
    private static String decodeFragment(String fragment) {
        assertThat(fragment).startsWith("#");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 1; i < fragment.length(); i++) {
            char c = fragment.charAt(i);
            if (c == '%') {
                bytes.write(Integer.parseInt(fragment.substring(i + 1, i + 3), 16));
                i += 2;
            } else {
                bytes.write(c);
            }
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
