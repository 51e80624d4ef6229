package io.patchboard.workflow.blueprint;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.JsonPlace;
import io.patchboard.record.Problem;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The blueprints of the boards that a workflow's board has made for it. */
class PartsTest {

    @Test
    void parts_ofTheSameWorkflow_haveTheSameNames_andOthersWhereABodyChanged() {
        List<String> names = names(GatherTest.write(GatherTest.MAP));

        assertThat(names(GatherTest.write(GatherTest.MAP))).isEqualTo(names);
        assertThat(names(GatherTest.write(GatherTest.MAP.replace("Too large", "Too much"))))
                .doesNotContain(names.get(0), names.get(1), names.get(3));
        assertThat(names).allSatisfy(name -> assertThat(name).matches("(squares\\.each|workflow)[a-z.]*-[0-9a-f]{12}"));
    }

    private static List<String> names(BlueprintExport.Result written) {
        return written.parts().stream()
                .map(part -> JsonPlace.of(part).text("name").orElseThrow())
                .toList();
    }

    @Test
    void deeperThanBoardsAreMade_isSaid() {
        String nodes = "[{id: work, type: task}]";
        for (int i = 1; i <= 4; i++) {
            nodes = "[{id: map-" + i + ", type: map, params: {body: {nodes: " + nodes + "}}}]";
        }
        String deep = "{name: deep, nodes: " + nodes
                + ", policies: {default: {timeout: {seconds: 9}, loopGuards: {maxIters: 9}}}}";

        assertThat(BlueprintExport.write(GatherTest.checked(deep)).unsupported())
                .extracting(Problem::pointer)
                .containsExactly("/nodes/0/params/body/nodes/0/params/body/nodes/0/params/body/nodes/0");
    }
}
