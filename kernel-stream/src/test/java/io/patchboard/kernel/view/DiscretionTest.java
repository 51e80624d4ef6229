package io.patchboard.kernel.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.JsonReader;
import io.patchboard.kernel.blueprint.BlueprintCompiler;
import io.patchboard.kernel.blueprint.CompileResult;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.record.Rejection;
import io.patchboard.record.Stage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DiscretionTest {

    private static final WorkerRole ROLE = ((CompileResult.Valid) BlueprintCompiler.compile(JsonReader.parse("""
                            {"apiVersion":"patchboard/v1","name":"n","state":{"schema":{},"initial":{}},"workers":{"w":
                            {"read":["/open"],"write":[{"op":["add"],"path":"/items/-"},{"op":["add"],"path":"/secret/x"}]}}}
                            """)))
            .blueprint()
            .worker("w")
            .orElseThrow();

    @ParameterizedTest
    @CsvSource({
        "SCHEMA, /secret, false",
        "SCHEMA, /open/a, true",
        "SCHEMA, /items/3/kind, true",
        "APPLICATION, /secret/x, false",
        "APPLICATION, /open/a, true",
        "AUTHORIZATION, /patch/0/path, true",
        "INVARIANT, /secret, true",
        "SCHEMA, /open/cut~..., false",
    })
    void message_isToldWhereTheWorkerMayReadOrWroteItself(Stage stage, String pointer, boolean told) {
        Rejection rejection = Rejection.of(stage, "code", pointer, "Expected \"x\", but got \"hunter2\".");

        assertThat(Discretion.message(rejection, ROLE).contains("hunter2")).isEqualTo(told);
    }
}
