package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import io.patchboard.standalone.http.RunningApi.Answer;
import org.junit.jupiter.api.Test;

/** Blueprints over HTTP: of a board at a version, and checked without one. */
class BlueprintsApiTest extends ApiRig {

    private static final String BLUEPRINT = """
            {"apiVersion": "patchboard/v1", "name": "%s",
             "state": {"schema": {"type": "object"}, "initial": {}},
             "workers": {"guest": {"unsolicited": true, "write": [{"op": ["add"], "path": "/x"}]}}}""";

    private static final String VALIDATE = "/v1/blueprints/validate";

    @Test
    void blueprint_isChecked_andEachErrorHasItsPlace() throws Exception {
        Answer valid = api.post(VALIDATE, BLUEPRINT.formatted("checked"));
        assertThat(valid.status()).as(valid.text()).isEqualTo(200);
        assertThat(valid.json().get("valid")).contains(Json.of(true));

        Answer wrong = api.post(VALIDATE, BLUEPRINT.formatted("checked").replace("[\"add\"]", "[\"ad\"]"));
        assertThat(wrong.status()).isEqualTo(200);
        assertThat(wrong.json().get("valid")).contains(Json.of(false));
        assertThat(wrong.text()).contains("\"pointer\":\"/workers/guest/write/0/op/0\"", "\"line\":3");

        Answer broken = api.post(VALIDATE, "{\"a\":\n 1,,}");
        assertThat(broken.status()).isEqualTo(200);
        assertThat(broken.text()).contains("\"valid\":false", "Expected JSON", "\"line\":2");
        assertProblem(api.post(VALIDATE + "?x=1", "{}"), 400);
    }

    @Test
    void yaml_isCheckedAsYaml_andToldInJson() throws Exception {
        String yaml = "apiVersion: patchboard/v1\nname: [x\n";
        Answer broken = api.post(VALIDATE, yaml, "Content-Type", "application/yaml");
        assertThat(broken.status()).as(broken.text()).isEqualTo(200);
        assertThat(broken.text()).contains("\"valid\":false", "Expected YAML at line");

        Answer less = api.post(VALIDATE, "apiVersion: patchboard/v1\nname: x", "Content-Type", "application/yaml");
        assertThat(less.text()).contains("\"valid\":false", "workers").doesNotContain("\"blueprint\"");
        Json blueprint = JsonReader.parse(
                BLUEPRINT.formatted("told").replace("\"object\"", "\"object\",\"maxProperties\":12345678901234567890"));
        Answer valid = api.post(VALIDATE, blueprint.toString(), "Content-Type", "application/yaml");
        assertThat(valid.json().get("blueprint")).contains(Json.of(blueprint.toString()));
        assertProblem(api.post(VALIDATE, yaml, "Content-Type", "text/plain"), 415);
    }

    @Test
    void blueprintOfABoard_isThatOfTheVersion() throws Exception {
        String first = BLUEPRINT.formatted("first");
        assertThat(api.post("/v1/boards", "{\"boardId\":\"own\",\"blueprint\":" + first + "}")
                        .status())
                .isEqualTo(201);
        write("before");
        Answer amended = api.post(
                "/v1/boards/own/blueprint",
                "{\"reason\":\"another name\",\"blueprint\":" + BLUEPRINT.formatted("second") + "}");
        assertThat(amended.status()).as(amended.text()).isEqualTo(200);
        write("after");

        Answer now = api.get("/v1/boards/own/blueprint");
        assertThat(now.status()).as(now.text()).isEqualTo(200);
        assertThat(now.json().get("name")).contains(Json.of("second"));
        assertThat(JsonReader.parse(
                        api.get("/v1/boards/own/blueprint?version=1").text()))
                .isEqualTo(JsonReader.parse(first));
        assertProblem(api.get("/v1/boards/none/blueprint"), 404);
        assertProblem(api.get("/v1/boards/own/blueprint?version=99"), 404);
    }

    @Test
    void workflowOfABoard_hasWhatFired_whoWorks_andWhoMayReadAndWrite() throws Exception {
        assertThat(api.createBoard("flow", "flow").status()).isEqualTo(201);
        Answer flow = api.get("/v1/boards/flow/workflow?minSequence=3");

        assertThat(flow.status()).as(flow.text()).isEqualTo(200);
        assertThat(flow.json().get("firings"))
                .contains(JsonReader.parse("{\"begin\":{\"scribe\":1},\"criticize\":{\"critic\":1}}"));
        assertThat(flow.text())
                .contains("\"id\":\"rule:begin\"", "\"from\":\"rule:begin\",\"to\":\"worker:scribe\"")
                .contains("\"openInvocations\":[{", "\"path\":\"/notes/-\"");
        assertThat(api.get("/v1/boards/flow/workflow?version=1").json().get("picture"))
                .isEqualTo(flow.json().get("picture"));
        assertProblem(api.get("/v1/boards/flow/workflow?version=99"), 404);
        assertProblem(api.get("/v1/boards/none/workflow"), 404);
    }

    private void write(String text) throws Exception {
        assertThat(api.post(
                                "/v1/boards/own/proposals",
                                "{\"worker\":\"guest\",\"patch\":[{\"op\":\"add\",\"path\":\"/x\",\"value\":\"" + text
                                        + "\"}]}")
                        .status())
                .isEqualTo(200);
    }
}
