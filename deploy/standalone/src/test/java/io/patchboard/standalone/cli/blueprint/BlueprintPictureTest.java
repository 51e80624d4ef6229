package io.patchboard.standalone.cli.blueprint;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.standalone.cli.Cli;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** {@code blueprint graph --format svg}. */
class BlueprintPictureTest {

    private static final Path ROOT = Path.of("..", "..");
    private static final Path EXAMPLE = ROOT.resolve("examples/evidence-review/blueprint.yaml");

    /** Everything that could mean something to a browser, to XML, to Mermaid or to a terminal. */
    private static final String HOSTILE =
            "]]></text><script>alert('1')</script>&amp; %s \\\"x\\\" | ; # end --> \\u0000 \\u001b[31m"
                    + " \\ud83d\\ude00 \\ufffe \\u202e";

    @TempDir
    Path dir;

    private String file(String text) throws IOException {
        return Files.writeString(dir.resolve("b.json"), text).toString();
    }

    private static Document parsed(String svg) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        return factory.newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
    }

    private static List<String> texts(Document svg) {
        NodeList nodes = svg.getElementsByTagName("text");
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < nodes.getLength(); i++) {
            texts.add(nodes.item(i).getTextContent());
        }
        return texts;
    }

    private static String json(String workers, String rules) {
        return "{\"apiVersion\":\"patchboard/v1\",\"name\":\"n\",\"state\":{\"schema\":true,\"initial\":{\"x\":1}},\"workers\":{"
                + workers + "},\"rules\":[" + rules + "]}";
    }

    private static String worker(String name, String path) {
        return "\"" + name + "\":{\"write\":[{\"op\":[\"add\"],\"path\":\"" + path + "\"}]}";
    }

    private static String rule(String name, String path, String worker) {
        return "{\"name\":\"" + name + "\",\"on\":{\"path\":\"" + path + "\"},\"invoke\":\"" + worker + "\"}";
    }

    @Test
    void picture_ofTheExample_isTheOneInTheDocuments() throws IOException {
        Cli cli = Cli.run("blueprint", "graph", "--format", "svg", EXAMPLE.toString());

        assertThat(cli.exitCode()).as(cli.err()).isZero();
        assertThat(Files.readString(ROOT.resolve("docs/img/evidence-review.svg")))
                .as("docs/img/evidence-review.svg; make it anew with: patchboard blueprint graph --format svg -o"
                        + " docs/img/evidence-review.svg examples/evidence-review/blueprint.yaml")
                .isEqualToNormalizingNewlines(cli.out());
    }

    @Test
    void picture_namesEverything() throws Exception {
        Cli cli = Cli.run("blueprint", "graph", "--format", "svg", EXAMPLE.toString());

        assertThat(texts(parsed(cli.out())))
                .contains("retriever", "extractor", "verifier", "writer")
                .contains("retrieve", "extract", "verify", "rework", "write")
                .contains("queue default", "add at /claims/-", "on add at /claims/*", "when item.status == 'draft'")
                .contains("board created", "nothing left to do", "complete", "result /answer");
    }

    @Test
    void joinWithAllThatARuleCanHave_saysTheSameInEveryPicture() throws Exception {
        String blueprint = file(json(
                worker("w", "/x/-"),
                "{\"name\":\"r\",\"on\":{\"all\":[{\"path\":\"/a\"},{\"path\":\"/b\"}]},\"delay\":\"PT2S\","
                        + "\"invoke\":\"w\"},"
                        + "{\"name\":\"s\",\"on\":{\"path\":\"/x/*\"},\"batch\":{\"size\":5},\"invoke\":\"w\"}"));

        Cli svg = Cli.run("blueprint", "graph", "--format", "svg", blueprint);
        Cli mermaid = Cli.run("blueprint", "graph", blueprint);

        assertThat(svg.exitCode()).as(svg.err()).isZero();
        assertThat(String.join(" ", texts(parsed(svg.out()))))
                .contains("on all of ", " at /a; ", " at /b", "delay PT2S", "batch of 5");
        assertThat(mermaid.out()).contains("all of ", " at /a#59; ", " at /b", "delay PT2S", "batch of 5");
    }

    @Test
    void whatLeadsToWorkersAndToTheEnd_isTheSameInEveryPicture() throws Exception {
        String blueprint = file("{\"apiVersion\":\"patchboard/v1\",\"name\":\"n\",\"state\":{\"schema\":true,"
                + "\"initial\":{\"x\":1}},\"workers\":{\"a\":{\"unsolicited\":true,\"write\":[{\"op\":[\"add\"],"
                + "\"path\":\"/result\"}]}," + worker("b", "/x") + "},"
                + "\"circuit\":{\"onTrip\":[{\"repair\":\"b\"}]},"
                + "\"complete\":{\"when\":\"has(state.result)\",\"result\":\"/result\"}}");

        Cli svg = Cli.run("blueprint", "graph", "--format", "svg", blueprint);
        Cli mermaid = Cli.run("blueprint", "graph", blueprint);

        assertThat(svg.exitCode()).as(svg.err()).isZero();
        assertThat(texts(parsed(svg.out()))).contains("unsolicited", "circuit trips", "complete", "result /result");
        assertThat(parsed(svg.out()).getElementsByTagName("path").getLength())
                .as("the head of all arrows, two events that lead to workers, one worker that can end the board")
                .isEqualTo(1 + 2 + 1);
        assertThat(mermaid.out().lines().map(String::strip))
                .contains("event1 --> worker1", "path1 --> end1", "event2 -->|\"repair\"| worker2");
    }

    @Test
    void hostileText_staysText_andIsCut() throws Exception {
        String path = "/" + HOSTILE.replace("/", "~1") + "y".repeat(5_000);
        String blueprint = file(json(worker("w", path), rule("r", path, "w")));

        Cli svg = Cli.run("blueprint", "graph", "--format", "svg", blueprint);
        Cli mermaid = Cli.run("blueprint", "graph", blueprint);

        assertThat(svg.exitCode()).as(svg.err()).isZero();
        Document document = parsed(svg.out());
        assertThat(document.getElementsByTagName("script").getLength()).isZero();
        assertThat(texts(document)).anyMatch(text -> text.contains("<script>")).allMatch(text -> text.length() < 100);
        assertThat(mermaid.out())
                .contains("#60;script#62;")
                .doesNotContain("<script", "yyyyyyyyyy", "\u001b", "\u0000", "\u202e");
        assertThat(mermaid.lines().stream().skip(1)).allMatch(line -> line.startsWith("  ") && line.length() < 600);
    }

    @Test
    void longNames_thatBeginAlike_areDifferentBoxes() throws Exception {
        String one = "n".repeat(98);
        String workers = worker(one + "A", "/a") + "," + worker(one + "B", "/b");
        Cli cli = Cli.run(
                "blueprint",
                "graph",
                "--format",
                "svg",
                file(json(workers, rule("r", "/x", one + "A") + "," + rule("s", "/x", one + "B"))));

        assertThat(texts(parsed(cli.out())))
                .filteredOn(text -> text.startsWith("nnn"))
                .hasSize(2);
    }

    @Test
    void output_goesToTheFile() throws Exception {
        Path target = dir.resolve("out.svg");
        Cli cli = Cli.run("blueprint", "graph", "--format", "svg", "-o", target.toString(), EXAMPLE.toString());

        assertThat(cli.exitCode()).isZero();
        assertThat(cli.out()).isEmpty();
        assertThat(texts(parsed(Files.readString(target)))).contains("extractor");
        assertThat(Cli.run("blueprint", "graph", "-o", dir.resolve("no/such").toString(), EXAMPLE.toString())
                        .exitCode())
                .isEqualTo(1);
    }

    @Test
    void wrongUsage_isRefused() {
        assertThat(Cli.run("blueprint", "graph", "--format", "gif", EXAMPLE.toString()))
                .matches(cli -> cli.exitCode() == 1 && cli.err().contains("svg"));
        assertThat(Cli.run("blueprint", "graph", "--json", "--format", "svg", EXAMPLE.toString()))
                .matches(cli -> cli.exitCode() == 1 && cli.err().contains("--json"));
    }

    @Test
    void longChain_isDrawn_andADenseWorkflowIsRefused() throws IOException {
        String workers =
                IntStream.range(0, 200).mapToObj(i -> worker("w" + i, "/s" + i)).collect(Collectors.joining(","));
        String chain = IntStream.range(1, 200)
                .mapToObj(i -> rule("r" + i, "/s" + (i - 1), "w" + i))
                .collect(Collectors.joining(","));
        String dense = IntStream.range(0, 200)
                .mapToObj(i -> rule("r" + i, "/*", "w" + i))
                .collect(Collectors.joining(","));

        assertThat(Cli.run("blueprint", "graph", "--format", "svg", file(json(workers, chain)))
                        .exitCode())
                .isZero();
        assertThat(Cli.run("blueprint", "graph", "--format", "svg", file(json(workers, dense))))
                .matches(cli -> cli.exitCode() == 1 && cli.err().contains("--format mermaid"));
    }

    @Test
    void json_keepsItsShape() {
        JsonObject json = (JsonObject)
                Cli.run("blueprint", "graph", "--json", EXAMPLE.toString()).json();

        assertThat(json.names()).containsExactly("nodes", "edges");
        assertThat(((JsonObject) JsonPointer.parse("/nodes/0").resolve(json).orElseThrow()).names())
                .contains("id", "kind", "name");
    }
}
