package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.JsonReader;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** A new board, from another's blueprint or one that is pasted, with a form for its input. */
@InChromium
class PageCreateTest extends BrowserRig {

    static final String FORM = """
            {"apiVersion":"patchboard/v1","name":"form",
             "input":{"type":"object","required":["title"],"properties":{
               "title":{"type":"string","description":"What it is about."},"most":{"type":"integer"},
               "urgent":{"type":"boolean"},"kind":{"enum":["bug","wish"]},"tags":{"type":"array","items":{"type":"string"}}}},
             "state":{"schema":{"type":"object","properties":{"title":{"type":"string","maxLength":10}}},
                      "initial":{"title":{"$input":"/title"},"all":{"$input":""}}},
             "workers":{"guest":{"instruction":"Write.","unsolicited":true,"write":[{"op":["add"],"path":"/x"}]}}}""";

    private static final String WRITE = """
            const field = document.querySelector('[name=blueprint]');
            field.value = arguments[0];
            field.dispatchEvent(new Event('input'));""";

    @Test
    void board_isCreatedFromAnother_withAFormOfItsInput() throws Exception {
        String body = "{\"boardId\":\"form-1\",\"blueprint\":" + FORM + ",\"input\":{\"title\":\"first\"}}";
        assertThat(api.post("/v1/boards", body).status()).isEqualTo(201);
        open("#/boards/form-1");
        link("New like this").click();
        awaitShown("fieldset", "What it is about.");
        assertAccessibleInEveryLook();
        look(WIDE, 800, false);
        picture("page-new");

        find("[name=boardId]").sendKeys("form-2");
        find("[name='input/title']").sendKeys("<b>far too long</b>");
        find("[name='input/most']").sendKeys("7");
        find("[name='input/urgent']").sendKeys("yes");
        find("[name='input/kind']").sendKeys("wish");
        find("[name='input/tags']").sendKeys("[\"x\"]");
        button(".create", "Create").click();
        awaitShown(".create .failed", "/title");
        find("[name='input/title']").clear();
        find("[name='input/title']").sendKeys("second");
        button(".create", "Create").click();
        eventually(() -> assertThat(address()).isEqualTo("/boards/form-2"));
        assertThat(JsonReader.parse(api.get("/v1/boards/form-2/state").text()))
                .isEqualTo(JsonReader.parse("{\"title\":\"second\",\"all\":{\"title\":\"second\",\"most\":7,"
                        + "\"urgent\":true,\"kind\":\"wish\",\"tags\":[\"x\"]}}"));
    }

    @Test
    void board_isCreatedFromYaml_andEveryErrorIsShown() throws Exception {
        open("#/new");
        find("[name=blueprint]").sendKeys("apiVersion: patchboard/v1");
        awaitShown("#remarks .errors", "workers");
        assertAccessibleInEveryLook();
        look(WIDE, 800, false);
        button(".create", "Create").click();
        awaitShown(".create .failed", "workers");

        find("[name=blueprint]")
                .sendKeys(
                        Keys.ENTER + "name: plain" + Keys.ENTER + "state: {schema: {type: object}, initial: {}}"
                                + Keys.ENTER
                                + "workers: {guest: {instruction: Hi., unsolicited: true, write: [{op: [add], path: /hello}]}}");
        awaitShown("#remarks", "valid");
        find("[name=boardId]").sendKeys("plain-1");
        button(".create", "Create").click();
        eventually(() -> assertThat(address()).isEqualTo("/boards/plain-1"));
        awaitShown(".board-facts", "plain");
    }

    @Test
    void board_isCreatedFromYaml_withAFormOfItsInput_ofWhichWhatIsEmptyIsLeftOut() throws Exception {
        open("#/new");
        browser.executeScript("delete JSON.rawJSON"); // which some browsers do not have
        find("[name=blueprint]").sendKeys("""
                        apiVersion: patchboard/v1
                        name: told
                        input: {type: object, required: [title], properties: {title: {type: string}, \
                        urgent: {type: boolean}, most: {type: number, maximum: 12345678901234567890}}}
                        state: {schema: {type: object}, initial: {$input: ""}}
                        workers: {guest: {unsolicited: true, write: [{op: [add], path: /x}]}}""");
        awaitShown("#remarks", "valid");
        find("[name='input/title']").sendKeys("first");
        find("[name='input/most']").sendKeys(".5");
        find("[name=boardId]").sendKeys("told-1");
        find("[name=blueprint]").sendKeys("\n");
        button(".create", "Create").click();

        eventually(() -> assertThat(address()).isEqualTo("/boards/told-1"));
        assertThat(api.get("/v1/boards/told-1/state").text()).isEqualTo("{\"title\":\"first\",\"most\":0.5}");
        assertThat(api.get("/v1/boards/told-1/blueprint").text()).contains("12345678901234567890");
    }

    @Test
    void mistakeInAnInput_isRemarkedOn_andLeavesTheFormThere() throws Exception {
        open("#/new");
        find("[name=boardId]").sendKeys("corrected");
        for (String wrong : List.of(
                FORM.replace("[\"bug\",\"wish\"]", "\"bug\""),
                FORM.replace("[\"title\"]", "true"),
                FORM.replace("{\"type\":\"integer\"}", "null"))) {
            write("");
            eventually(() -> assertThat(shown("#remarks")).isEmpty());
            write(wrong);
            awaitShown("#remarks .errors", "/input");
            awaitShown("fieldset", "What it is about.");
        }
        write(FORM);
        awaitShown("#remarks", "valid");
        find("[name='input/title']").sendKeys("first");
        button(".create", "Create").click();
        eventually(() -> assertThat(address()).isEqualTo("/boards/corrected"));
    }

    private void write(String blueprint) {
        find("[name=blueprint]");
        browser.executeScript(WRITE, blueprint);
    }
}
