package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;

/** Each view: no violation in any look, and what a mouse can reach, the Tab key reaches, and it can be seen there. */
@InChromium
class PageViewsTest extends BrowserRig {

    private static final String GATED = """
            {"apiVersion":"patchboard/v1","name":"seen","input":{"type":"object","properties":{"title":{"type":"string"}}},
             "state":{"schema":{"type":"object","properties":{"text":{"type":"string","maxLength":20}}},
                      "initial":{"text":"draft","more":{"deep":[1,2,{"deeper":true}]}}},
             "workers":{"guest":{"unsolicited":true,"write":[{"op":["replace"],"path":"/text"}]},
                        "reader":{"queue":"q-seen","read":["/text"]}},
             "rules":[{"name":"begin","on":{"event":"created"},"invoke":"reader"}],
             "gates":[{"name":"publish","on":{"path":"/text"},"when":"state.text == 'final'"}]}
            """;

    /** What takes the focus of a mouse, as far as it is shown; of radio buttons one stands for all. */
    private static final String MISSED = """
            const shown = (e) => e.checkVisibility({visibilityProperty: true}) && !e.closest('[inert]');
            const all = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex="0"]';
            return [...document.querySelectorAll(all)]
              .filter((e) => shown(e) && e.tabIndex >= 0 && e.type !== 'radio' && !e.hasAttribute('data-reached'))
              .map((e) => e.outerHTML.slice(0, 200));
            """;

    private static final String REACH = """
            const e = document.activeElement;
            if (!e || e === document.body) {
              return null;
            }
            const styles = [getComputedStyle(e), getComputedStyle(e, '::after')];
            const isAgain = e.hasAttribute('data-reached');
            e.setAttribute('data-reached', '');
            const seen = styles.some((style) => style.outlineStyle !== 'none' || style.boxShadow !== 'none')
              || [...e.children].some((part) => getComputedStyle(part).strokeWidth === '3px');
            return {again: isAgain, unseen: seen ? '' : e.outerHTML.slice(0, 200)};
            """;

    private static final int MOST_STOPS = 500;

    @BeforeAll
    void board() throws Exception {
        assertThat(api.post("/v1/boards", "{\"boardId\":\"seen-1\",\"blueprint\":" + GATED + "}")
                        .status())
                .isEqualTo(201);
        for (String text : new String[] {"first", "far longer than it may be", "final"}) {
            api.post(
                    "/v1/boards/seen-1/proposals",
                    "{\"worker\":\"guest\",\"patch\":[{\"op\":\"replace\",\"path\":\"/text\",\"value\":\"" + text
                            + "\"}]}");
        }
        assertThat(api.post("/v1/boards/seen-1/pause", "{\"by\":\"ada\",\"reason\":\"to be seen\"}")
                        .status())
                .isEqualTo(200);
        assertThat(api.post("/v1/boards/seen-1/resume", "{}").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "#/, .row, seen-1",
        "#/boards/seen-1?v=2&e=4, .entry-title, rejected",
        "#/boards/seen-1/workflow, .picture, 1 held: gate publish",
        "#/boards/seen-1/what-if, h1, What if",
        "#/inbox, .card, publish",
        "#/hurts, tbody, maxLength",
        "#/audit, .audit tbody, to be seen",
        "#/many?blueprint=seen, #chosen, seen-1",
        "#/new?from=seen-1, form, Create",
        "#/nonsense, .gone, There is no page /nonsense.",
    })
    void each_isAccessibleInEveryLook_andAllOfItIsReachedByTab(String view, String css, String text) throws Exception {
        open(view);
        awaitShown(css, text);
        assertAccessibleInEveryLook();
        look(WIDE, 800, false);

        browser.executeScript("document.activeElement.blur(); document.body.focus()");
        for (int stops = 0; stops < MOST_STOPS; stops++) {
            press(Keys.TAB);
            Map<?, ?> reached = (Map<?, ?>) browser.executeScript(REACH);
            if (reached == null || reached.get("again").equals(true)) {
                break;
            }
            assertThat(reached.get("unseen")).isEqualTo("");
        }
        assertThat(browser.executeScript(MISSED)).isEqualTo(List.of());
    }

    @Test
    void addressThatNoViewHas_isSaid_andIsNotTheListOfBoards() {
        open("#/boards/seen-1/wat-if");

        awaitShown("main", "There is no page /boards/seen-1/wat-if. All boards");
        assertThat(browser.findElements(By.cssSelector(".row"))).isEmpty();
        link("All boards").click();
        awaitShown(".row", "seen-1");
    }
}
