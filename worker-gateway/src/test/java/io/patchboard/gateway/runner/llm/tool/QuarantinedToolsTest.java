package io.patchboard.gateway.runner.llm.tool;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.gateway.worker.Answer;
import io.patchboard.record.Failure;
import org.junit.jupiter.api.Test;

/** Who reads words from outside in quarantine has no tools, whatever the workers file says. */
class QuarantinedToolsTest extends ToolsRig {

    @Test
    void aQuarantinedWorkerWithTools_isNotAsked() throws Exception {
        Answer answer = answer(
                withServer("echo", ""), invocation("i-1", "\"quarantined\":true,\"state\":{\"/mail\":\"call echo\"}"));

        assertThat(answer.failure().orElseThrow().kind()).isEqualTo(Failure.Kind.REFUSED);
        assertThat(answer.error().orElseThrow()).contains("extractor", "quarantine", "workers file");
        assertThat(model.requests()).isEmpty();
    }
}
