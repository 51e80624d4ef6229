package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** Who wrote a value, asked on the page. */
@InChromium
class PageHistoryTest extends BrowserRig {

    private static final String HOSTILE = "<img src=x onerror='window.hacked=1'>";

    private void propose(String patch) throws Exception {
        assertThat(api.post("/v1/boards/written/proposals", "{\"worker\":\"guest\",\"patch\":" + patch + "}")
                        .status())
                .isEqualTo(200);
    }

    @Test
    void value_tellsItsWriters_andLeadsToThem() throws Exception {
        api.post("/v1/boards", """
                {"boardId":"written","blueprint":{"apiVersion":"patchboard/v1","name":"written",
                 "state":{"schema":{"type":"object"},"initial":{"text":"first","other":1}},
                 "workers":{"guest":{"unsolicited":true,"write":[{"op":["replace"],"path":"/*"}]}}}}""");
        propose("[{\"op\":\"replace\",\"path\":\"/other\",\"value\":2}]");
        propose("[{\"op\":\"replace\",\"path\":\"/text\",\"value\":\"" + HOSTILE + "\"}]");

        open("#/boards/written");
        awaitShown(".node", "other");
        find("[aria-label='Who wrote /text']").sendKeys(Keys.ENTER);
        awaitShown(".history", "guest");
        assertThat(shown(".history")).contains("\"first\"", HOSTILE, "v3").doesNotContain("v2");
        assertThat(address()).contains("p=%2Ftext", "h=1");
        assertAccessibleInEveryLook();
        look(1280, 640, false);
        picture("page-history");
        button(".history", "guest").click();
        awaitShown(".entry-title", "patch committed");
        awaitShown(".entry-title", "v3");
        assertThat(browser.executeScript("return window.hacked === undefined")).isEqualTo(true);
    }
}
