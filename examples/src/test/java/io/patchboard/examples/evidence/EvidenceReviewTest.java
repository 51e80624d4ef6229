package io.patchboard.examples.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.config.WorkersFile;
import io.patchboard.gateway.worker.WorkerProvider;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonString;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The files of the example fit each other and the workers. */
final class EvidenceReviewTest {

    private static final Path FOLDER = Path.of("evidence-review");

    @Test
    void inputs_ofAllBoards_holdNothingOfTheGold() {
        for (String board : EvidenceReview.BOARDS) {
            assertThat(EvidenceReview.input(board).names())
                    .containsExactlyInAnyOrder("question", "faults", "paragraphs");
            assertThat(EvidenceReview.gold(board).names()).contains("answer", "supportingFacts");
        }
    }

    @Test
    void inputs_ofAllBoards_haveParagraphsWhoseTextIsTheirSentences() {
        for (String board : EvidenceReview.BOARDS) {
            JsonArray paragraphs =
                    (JsonArray) EvidenceReview.input(board).get("paragraphs").orElseThrow();
            assertThat(paragraphs.stream().map(Paragraph::read))
                    .hasSize(10)
                    .allSatisfy(paragraph ->
                            assertThat(paragraph.text()).isEqualTo(String.join(" ", paragraph.sentences())));
        }
    }

    @Test
    void input_default_isThatOfTheFirstBoard() throws Exception {
        assertThat(FOLDER.resolve("input.json")).hasSameTextualContentAs(FOLDER.resolve("inputs/1-nationality.json"));
    }

    @Test
    void blueprint_faults_areThoseThatTheWorkersKnow() throws Exception {
        Json listed = JsonPointer.parse("/state/schema/properties/faults/items/enum")
                .resolve(blueprint())
                .orElseThrow();
        assertThat(((JsonArray) listed).stream().map(name -> ((JsonString) name).value()))
                .containsExactlyInAnyOrderElementsOf(
                        Stream.of(Fault.values()).map(Fault::wireName).toList());
    }

    @Test
    void workersFile_ofTheExample_servesEveryRoleWithAWorkerThatIsProvided() throws Exception {
        WorkerProvider provider = ServiceLoader.load(WorkerProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(found -> found.name().equals("evidence-review"))
                .findFirst()
                .orElseThrow();
        WorkersFile file = WorkersFile.load(FOLDER.resolve("workers.yaml"));
        JsonObject roles = (JsonObject) blueprint().get("workers").orElseThrow();
        assertThat(file.workers().keySet()).isEqualTo(roles.names());
        assertThat(file.workers().values().stream()
                        .map(binding -> ((WorkerBinding.Provided) binding).worker())
                        .collect(Collectors.toSet()))
                .isEqualTo(provider.workers().keySet());
    }

    @Test
    void resources_ofTheJar_areTheFilesOfTheFolder() throws Exception {
        assertThat(EvidenceReview.blueprint()).isEqualTo(Files.readString(FOLDER.resolve("blueprint.yaml")));
        assertThat(EvidenceReview.workers()).isEqualTo(Files.readString(FOLDER.resolve("workers.yaml")));
    }

    private static JsonObject blueprint() throws Exception {
        return (JsonObject) new JsonReader(JsonLimits.DEFAULT)
                .readDocument(new YAMLFactory().createParser(EvidenceReview.blueprint()));
    }
}
