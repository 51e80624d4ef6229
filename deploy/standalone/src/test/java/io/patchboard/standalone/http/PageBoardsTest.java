package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.gateway.http.HttpServerConfig;
import io.patchboard.gateway.runner.AwaitedAnswers;
import io.patchboard.gateway.secret.Secret;
import io.patchboard.json.Json;
import io.patchboard.standalone.http.RunningApi.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;

/** The list of boards, as a person uses it. */
@InChromium
class PageBoardsTest extends BrowserRig {

    private static final int MANY = 420;
    private static final String HOSTILE = "<img src=x onerror='window.hacked=1'>";

    @BeforeAll
    void boards() throws Exception {
        List<CompletableFuture<Answer>> made = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            made.add(posted(String.format("many-%03d", i), "crowd"));
        }
        for (CompletableFuture<Answer> one : made) {
            // A busy machine decides some of them later than the server waits for.
            assertThat(one.join().status()).isIn(201, 202);
        }
        eventually(() -> assertThat(
                        api.get(String.format("/v1/boards/many-%03d", MANY - 1)).status())
                .isEqualTo(200));
        for (String id : List.of("ticket-4711", "ticket-4712", "release-3.2", "incident-1", "review-5", "review-6")) {
            assertThat(posted(id, id.replaceFirst("-.*", "")).join().status()).isEqualTo(201);
        }
        for (String id : List.of("ticket-4711", "incident-1")) {
            api.post("/v1/boards/" + id + "/cancel", "{}");
        }
        api.createBoard("review-7", "page");
        api.createBoard("incident-2", "page");
        posted(HOSTILE, "hostile").join();
        assertThat(api.post("/v1/boards/incident-2/pause", "{\"reason\":\"lunch\"}")
                        .status())
                .isEqualTo(200);
    }

    private CompletableFuture<Answer> posted(String id, String blueprint) {
        return api.posted(
                "/v1/boards",
                "{\"boardId\":" + Json.of(id) + ",\"blueprint\":{\"apiVersion\":\"patchboard/v1\",\"name\":\""
                        + blueprint
                        + "\",\"state\":{\"schema\":{\"type\":\"object\"},\"initial\":{}},\"workers\":{\"guest\":"
                        + "{\"instruction\":\"Write.\",\"unsolicited\":true,\"write\":[{\"op\":[\"add\"],\"path\":\"/x\"}]}}}}");
    }

    @Test
    void list_tellsAgeTokensCostAndWhoIsWaitedFor_andIsFilteredByThat_andKept() throws Exception {
        String blueprint = "{\"apiVersion\":\"patchboard/v1\",\"name\":\"owing\",\"state\":{\"schema\":"
                + "{\"type\":\"object\"},\"initial\":{\"n\":0}},\"workers\":{\"translator\":{\"queue\":\"owing\"},"
                + "\"guest\":{\"unsolicited\":true,\"write\":[{\"op\":[\"replace\"],\"path\":\"/n\"}]}},"
                + "\"rules\":[{\"name\":\"r\",\"on\":{\"event\":\"created\"},\"invoke\":\"translator\"}]}";
        assertThat(api.post("/v1/boards", "{\"boardId\":\"owing-1\",\"blueprint\":" + blueprint + "}")
                        .status())
                .isEqualTo(201);
        assertThat(api.post(
                                "/v1/boards/owing-1/proposals",
                                "{\"worker\":\"guest\",\"patch\":[{\"op\":\"replace\",\"path\":\"/n\",\"value\":1}],"
                                        + "\"usage\":{\"inputTokens\":1200,\"outputTokens\":34,\"cost\":0.75}}")
                        .status())
                .isEqualTo(200);
        open("#/?q=owing");
        awaitShown(".row .waits", "translator");
        awaitShown(".rows", "0.75");
        assertThat(shown(".heads")).contains("Waits for", "Age", "Tokens", "Cost");
        click(".row .waits a");
        eventually(() -> assertThat(address()).isEqualTo("/?q=translator"));

        open("#/?q=review-6");
        eventually(() -> assertThat(ids()).containsExactly("review-6"));
        find("#search").sendKeys(Keys.chord(Keys.CONTROL, "a"), "translat");
        eventually(() -> assertThat(ids()).containsExactly("owing-1"));
        button(".filters", "Keep this list").click();
        awaitShown(".kept", "“translat”");
        link("all").click();
        find("#search").sendKeys(Keys.chord(Keys.CONTROL, "a"), Keys.BACK_SPACE);
        eventually(() -> assertThat(ids()).contains("review-7"));
        assertAccessible();
        click(".kept a");
        eventually(() -> assertThat(ids()).containsExactly("owing-1"));
        button(".filters", "Keep this list no more").click();
        eventually(() -> assertThat(shown(".kept")).isEmpty());
    }

    @Test
    void whatPeopleDidByHand_isListed_withWhoAndWhy_andLeadsToTheEntry() throws Exception {
        assertThat(api.createBoard("by-hand-1", "page").status()).isEqualTo(201);
        assertThat(api.post("/v1/boards/by-hand-1/pause", "{\"by\":\"grace\",\"reason\":\"<b>wait</b> for me\"}")
                        .status())
                .isEqualTo(200);
        open("#/");
        awaitShown(".top nav", "Boards");
        press("ga");
        awaitShown(".audit table", "<b>wait</b> for me");
        assertAccessibleInEveryLook();
        look(WIDE, 760, false);
        picture("page-audit");
        link("grace").click();
        eventually(() -> assertThat(shown(".audit tbody")).contains("paused").doesNotContain("lunch"));
        assertThat(address()).contains("by=grace");
        find(".audit tbody th a").click();
        awaitShown(".pane-entry", "<b>wait</b> for me");
    }

    @Test
    void filtersSearchAndOrder_areInTheAddress_andComeBackWithIt() {
        open("#/");
        awaitShown(".row", "incident-2");

        link("paused").click();
        eventually(() -> assertThat(ids()).containsExactly("incident-2"));
        assertThat(address()).contains("phase=paused");
        link("all").click();
        eventually(() -> assertThat(ids()).contains("review-7"));
        find("#search").sendKeys("MANY-41");
        eventually(() -> assertThat(ids()).hasSize(10).allMatch(id -> id.startsWith("many-41")));
        link("by id").click();
        eventually(() -> assertThat(ids()).first().isEqualTo("many-410"));

        String address = address();
        open("#" + address);
        eventually(() -> assertThat(ids()).first().isEqualTo("many-410"));
        assertThat(find("#search").getDomProperty("value")).isEqualTo("MANY-41");
        find("#search").sendKeys(Keys.chord(Keys.CONTROL, "a"), "nobody has this");
        awaitShown(".foot", "No board is like this");
        link("Show all").click();
        eventually(() -> assertThat(ids()).hasSizeGreaterThan(10));
    }

    @Test
    void blueprint_isAFilter_thatCanBeTakenAway() {
        open("#/");
        awaitShown(".row", "review-7");

        browser.findElements(By.cssSelector(".row .blueprint a")).stream()
                .filter(link -> link.getText().equals("notes"))
                .findFirst()
                .orElseThrow()
                .click();
        eventually(() -> assertThat(ids()).contains("review-7", "incident-2").noneMatch(id -> id.startsWith("many")));
        click(".chip");
        eventually(() -> assertThat(ids()).anyMatch(id -> id.startsWith("many")));
    }

    @Test
    void longList_isAWindow_thatGoesOnWhereItIsScrolled() {
        open("#/?order=id&blueprint=crowd");
        awaitShown(".row", "many-000");

        eventually(() -> {
            browser.executeScript("document.getElementById('rows').scrollTop = 1e9");
            assertThat(shown(".row")).contains("many-" + (MANY - 1));
        });
        assertThat(shown(".foot")).isEqualTo(MANY + " boards");
        assertThat(ids()).hasSizeLessThan(60).doesNotContain("many-000");
        assertThat(find(".table").getDomAttribute("aria-rowcount")).isEqualTo(Integer.toString(MANY + 1));
    }

    @Test
    void list_isLive() throws Exception {
        open("#/?q=fresh");
        awaitShown(".foot", "No board is like this");

        assertThat(posted("fresh-1", "crowd").join().status()).isEqualTo(201);
        awaitShown(".row", "fresh-1");
        awaitShown(".row", "open");
        api.post("/v1/boards/fresh-1/cancel", "{}");
        awaitShown(".row", "cancelled");
    }

    @Test
    void keyboardAlone_searchesChoosesAndOpens() {
        open("#/?order=id");
        awaitShown(".row", "many-000");

        press("/");
        assertThat(browser.switchTo().activeElement().getDomAttribute("id")).isEqualTo("search");
        press("many-10", Keys.ESCAPE);
        eventually(() -> assertThat(ids()).hasSize(10).first().isEqualTo("many-100"));
        press("j");
        press("j");
        press("k");
        press("j");
        eventually(
                () -> assertThat(browser.switchTo().activeElement().getText()).isEqualTo("many-101"));
        press(Keys.ENTER);
        eventually(() -> assertThat(address()).isEqualTo("/boards/many-101"));
        awaitShown("main h1", "many-101");
        press("gb");
        eventually(() -> assertThat(address()).isEqualTo("/"));
        press("?");
        eventually(() -> assertThat(find("#keys").isDisplayed()).isTrue());
        press(Keys.ESCAPE);
        eventually(() -> assertThat(find("#keys").isDisplayed()).isFalse());
        press("t");
        press("t");
        eventually(() -> assertThat(find("html").getDomAttribute("data-theme")).isEqualTo("dark"));
        press("t");
    }

    @Test
    void whatUsersWrote_isText() {
        open("#/?q=onerror");

        eventually(() -> assertThat(ids()).containsExactly(HOSTILE));
        link(HOSTILE).click();
        awaitShown("main h1", HOSTILE);
        assertThat(browser.executeScript("return window.hacked === undefined && !document.querySelector('main img')"))
                .isEqualTo(true);
    }

    @Test
    void everyLook_isAccessible() throws Exception {
        open("#/");
        awaitShown(".row", "incident-2");

        assertAccessibleInEveryLook();
        look(WIDE, 560, false);
        picture("page-boards");
        look(PHONE, 640, true);
        picture("page-boards-phone");
        look(WIDE, 800, false);
        press("?");
        assertAccessible();
    }

    @Test
    void serverWithATokenIsAskedForNothing_untilThePersonHasGivenIt() throws Exception {
        HttpServerConfig config = HttpServerConfig.onPort(0).withToken(new Secret("let-me-in"));
        try (RunningApi guarded = new RunningApi(all, new AwaitedAnswers(), config)) {
            open(guarded.url(), "#/?q=review");
            awaitShown("h1", "asks for a token");
            assertAccessible();

            find("input[name=token]").sendKeys("let-me-on", enter());
            eventually(() -> assertThat(find("input[name=token]").getDomProperty("value"))
                    .isEmpty());
            find("input[name=token]").sendKeys("let-me-in", enter());
            eventually(() -> assertThat(ids()).contains("review-7"));

            assertThat(browser.getCurrentUrl()).doesNotContain("let-me");
            assertThat(browser.manage().getCookies()).isEmpty();
            assertThat(browser.executeScript("return JSON.stringify(localStorage)"))
                    .isEqualTo("{}");
        }
        awaitShown(".said", "does not answer");
    }

    private List<String> ids() {
        return List.of(shown(".row .id").split("\n")).stream()
                .filter(id -> !id.isEmpty())
                .toList();
    }
}
