package io.patchboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * How the packages of all modules hang together, by what stands in the sources: the compiler puts constants of others
 * into a class and leaves no trace of where they come from, so what looks at classes misses those arrows.
 */
class PackagesTest {

    private static final Path REPOSITORY = Path.of("").toAbsolutePath().getParent();

    /** What is no code: comments, text blocks, strings and characters. */
    private static final Pattern NO_CODE = Pattern.compile(
            "(?s)/\\*.*?\\*/|//[^\n]*|\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\\n])*\"|'(?:\\\\.|[^'\\\\\n])+'");

    private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");

    /** A class of ours by its full name, imported or not, with whatever stands behind it. */
    private static final Pattern NAME = Pattern.compile("\\bio\\.patchboard(?:\\.[a-z]\\w*)*(?=\\.[A-Z])");

    /** Which packages the sources of a package name, and in which file. */
    private record Uses(Map<String, Map<String, String>> byPackage) {

        static Uses of(List<Path> sources) throws IOException {
            Map<String, Map<String, String>> uses = new TreeMap<>();
            for (Path source : sources) {
                String code = NO_CODE.matcher(Files.readString(source)).replaceAll(" ");
                String own = packageOf(code).orElseThrow();
                Map<String, String> others = uses.computeIfAbsent(own, name -> new TreeMap<>());
                NAME.matcher(code)
                        .results()
                        .map(MatchResult::group)
                        .filter(other -> !other.equals(own))
                        .forEach(other ->
                                others.putIfAbsent(other, source.getFileName().toString()));
            }
            return new Uses(uses);
        }

        /** Arrows that lead back to where they start, each with the file that draws it. */
        List<String> cycles() {
            List<String> cycles = new ArrayList<>();
            byPackage.forEach((from, others) -> others.forEach((to, file) -> {
                if (reaches(to, from)) {
                    cycles.add(from + " -> " + to + " (" + file + ")");
                }
            }));
            return cycles;
        }

        private boolean reaches(String from, String to) {
            Deque<String> next = new ArrayDeque<>(List.of(from));
            Set<String> seen = new TreeSet<>();
            while (!next.isEmpty()) {
                String at = next.pop();
                if (at.equals(to)) {
                    return true;
                }
                if (seen.add(at)) {
                    next.addAll(byPackage.getOrDefault(at, Map.of()).keySet());
                }
            }
            return false;
        }
    }

    @Test
    void packages_ofAllModules_dependOneWay() throws IOException {
        Uses uses = Uses.of(sources());

        assertThat(uses.byPackage()).containsKeys("io.patchboard.json", "io.patchboard.kernel.decide");
        assertThat(uses.byPackage().get("io.patchboard.kernel.decide")).containsKey("io.patchboard.record");
        assertThat(uses.cycles()).isEmpty();
    }

    @Test
    void packages_all_haveADescription() throws IOException {
        Map<String, Boolean> described = new HashMap<>();
        for (Path source : sources()) {
            boolean description = source.getFileName().toString().equals("package-info.java");
            described.merge(source.getParent().toString(), description, Boolean::logicalOr);
        }

        assertThat(described)
                .isNotEmpty()
                .allSatisfy((folder, has) ->
                        assertThat(has).as("package-info.java in " + folder).isTrue());
    }

    /** That the rule sees what it is for: a cycle by way of a package that holds others, and of a constant. */
    @Test
    void cycles_throughAConstantOfTheRoot_found() {
        Uses uses = new Uses(Map.of(
                "io.patchboard.gateway", Map.of("io.patchboard.gateway.config", "Gateway.java"),
                "io.patchboard.gateway.config", Map.of("io.patchboard.gateway", "WorkersFile.java")));

        assertThat(uses.cycles()).hasSize(2);
        assertThat(NAME.matcher("import static io.patchboard.gateway.GatewayConfig.GROUP;")
                        .results()
                        .map(MatchResult::group))
                .containsExactly("io.patchboard.gateway");
        assertThat(NO_CODE.matcher("/** {@link io.patchboard.a.B} */ x(\"io.patchboard.a.B\"); // io.patchboard.a.B")
                        .replaceAll(""))
                .doesNotContain("patchboard");
    }

    private static Optional<String> packageOf(String code) {
        return PACKAGE.matcher(code).results().map(found -> found.group(1)).findFirst();
    }

    /** The main sources of every module that has a package. */
    private static List<Path> sources() throws IOException {
        try (Stream<Path> files =
                Files.find(REPOSITORY, 20, (path, attributes) -> path.toString().endsWith(".java") && isMain(path))) {
            return files.filter(file -> packageOf(read(file)).isPresent()).toList();
        }
    }

    private static boolean isMain(Path path) {
        return REPOSITORY.relativize(path).toString().contains("src/main/java/");
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
