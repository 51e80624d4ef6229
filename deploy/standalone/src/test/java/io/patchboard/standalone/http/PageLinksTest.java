package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.standalone.cli.Cli;
import io.patchboard.standalone.http.RunningApi.Answer;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;

/** What a board points to: the boards above and below it, its blobs, and why it is not done. */
@InChromium
class PageLinksTest extends BrowserRig {

    @Test
    void boardsAboveAndBelow_areALinkAway() throws Exception {
        String child = ChildrenApiTest.family(api, "tree");
        open("#/boards/tree");
        awaitShown(".waits-for", "needs a person on " + child);
        awaitShown(".waits-for", "part is working on " + child);
        assertAccessibleInEveryLook();

        link(child).click();
        awaitShown("h1", child);
        awaitShown(".board-facts", "made for tree");
        awaitShown(".pane-entry", "On tree");
        link("tree").click();
        awaitShown(".waits-for", "part is working");

        open("#/?needsPerson=true&q=tree&order=id");
        awaitShown(".row[data-row='0']", "~! 1");
        awaitShown(".row[data-row='1']", child);
        awaitShown(".row[data-row='1'] .needs", "! 1");
        assertThat(shown(".row[data-row='1'] .needs")).doesNotContain("~");
        assertAccessibleInEveryLook();
    }

    /** Who works and is left out of the list, whose service is out, what a fallback wrote, and what was erased. */
    @Test
    void whyABoardIsNotDone_isSaidWithNumberAndReason() throws Exception {
        String blueprint = """
                {"apiVersion": "patchboard/v1", "name": "waiting",
                 "input": {"type": "object", "properties": {"name": {"$sealed": {"type": "string"}}}},
                 "state": {"schema": {"type": "object", "properties": {"name": {"$sealed": {"type": "string"}}}},
                           "initial": {"name": {"$input": "/name"}, "parts": [1, 2, 3, 4, 5, 6, 7], "plan": ""}},
                 "workers": {"planner": {"queue": "waiting-planner", "write": [{"op": ["replace"], "path": "/plan"}]},
                             "part": {"queue": "waiting-part"},
                             "template": {"unsolicited": true, "degraded": true,
                                          "write": [{"op": ["replace"], "path": "/plan"}]}},
                 "rules": [{"name": "plan", "on": {"event": "created"}, "invoke": "planner"},
                           {"name": "each", "on": {"event": "created"}, "forEach": "/parts/*", "invoke": "part"}],
                 "policies": {"default": {"outage": {"backoff": {"mode": "fixed", "base": "PT1H"}}}}}""";
        String name = "{\"$unsealed\":{\"subject\":\"person-1\",\"value\":\"Ada\"}}";
        Answer created = api.post(
                "/v1/boards",
                "{\"boardId\":\"waiting\",\"blueprint\":" + blueprint + ",\"input\":{\"name\":" + name + "}}");
        assertThat(created.status()).as(created.text()).isEqualTo(201);
        api.post(
                answerPath(poll("waiting-planner", "{\"wait\":\"PT20S\"}")),
                "{\"failure\":{\"class\":\"outage\",\"message\":\"no <b>model</b> answers\"}}");
        assertThat(api.post(
                                "/v1/boards/waiting/proposals",
                                "{\"worker\":\"template\",\"patch\":[{\"op\":\"replace\",\"path\":\"/plan\",\"value\":\"as ever\"}]}")
                        .status())
                .isEqualTo(200);
        Cli erased = cli("erase", "--subject", "person-1", "--reason", "asked to be forgotten", "--by", "ada");
        assertThat(erased.exitCode()).as(erased.toString()).isZero();

        open("#/boards/waiting?v=2");
        awaitShown(".waits-for", "and 2 more");
        awaitShown(".waits-for", "planner is away since");
        awaitShown(".waits-for", "(outage): no <b>model</b> answers");
        awaitShown(".board-facts", "degraded");
        awaitShown(".waits-for", "erased what was sealed about person-1, by ada at");
        awaitShown(".waits-for", "asked to be forgotten");
        awaitShown(".facts", "degraded");
        find("[aria-label='Who wrote /plan']").sendKeys(Keys.ENTER);
        awaitShown(".history", "degraded");
        assertAccessibleInEveryLook();
    }

    /** The kernel takes them for any other value, and a browser could not count the bytes of the first. */
    @Test
    void valueThatLooksLikeABlobAndIsNone_isShownAsWhatItIs() throws Exception {
        String image = "\"sha256\":\"" + "0".repeat(64) + "\",\"type\":\"image/png\"";
        String blueprint = """
                {"apiVersion": "patchboard/v1", "name": "looks",
                 "input": {"type": "object"},
                 "state": {"schema": {"type": "object"}, "initial": {"$input": ""}},
                 "workers": {"guest": {"unsolicited": true}}}""";
        String input = """
                {"a":{"$blob":{"sha256":"x","type":"t","bytes":{"valueOf":0,"toString":0}}},
                 "b":{"$blob":{IMAGE,"bytes":1099511627777}},
                 "c":{"$blob":{IMAGE,"bytes":1,"more":"hidden"}}}""".replace("IMAGE", image);
        Answer created = api.post(
                "/v1/boards", "{\"boardId\":\"looks\",\"blueprint\":" + blueprint + ",\"input\":" + input + "}");
        assertThat(created.status()).as(created.text()).isEqualTo(201);

        open("#/boards/looks");
        awaitShown(".tree", "{valueOf, toString}");
        awaitShown(".tree", "1099511627777");
        awaitShown(".tree", "\"hidden\"");
        assertThat(browser.findElements(By.cssSelector(".blob"))).isEmpty();
    }

    @Test
    void image_isShownWhereTheStatePointsToIt_andSaidToBeMissing() throws Exception {
        ByteArrayOutputStream png = new ByteArrayOutputStream();
        ImageIO.write(new BufferedImage(40, 30, BufferedImage.TYPE_INT_RGB), "png", png);
        String handle = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(api.url() + "/v1/blobs"))
                                .header("Content-Type", "image/png")
                                .PUT(HttpRequest.BodyPublishers.ofByteArray(png.toByteArray()))
                                .build(),
                        BodyHandlers.ofString())
                .body();
        String missing = handle.replaceFirst("[0-9a-f]{64}", "0".repeat(64));
        String blueprint = """
                {"apiVersion": "patchboard/v1", "name": "album",
                 "state": {"schema": {"type": "object"}, "initial": {"page": {"$input": "/page"}, "lost": {"$input": "/lost"}}},
                 "workers": {"guest": {"unsolicited": true}}}""";
        assertThat(api.post(
                                "/v1/boards",
                                "{\"boardId\":\"album\",\"blueprint\":" + blueprint + ",\"input\":{\"page\":" + handle
                                        + ",\"lost\":" + missing + "}}")
                        .status())
                .isEqualTo(201);

        open("#/boards/album");
        awaitShown(".node[data-pointer='/page']", "image/png");
        awaitShown(".waits-for", "missing blob " + "0".repeat(64));
        button(".node[data-pointer='/page']", "show").click();
        eventually(() -> assertThat(find(".node[data-pointer='/page'] img").getDomProperty("naturalWidth"))
                .isEqualTo("40"));
        button(".node[data-pointer='/lost']", "show").click();
        awaitShown(".node[data-pointer='/lost']", "the store has none");
        assertAccessibleInEveryLook();
    }

    @Test
    void personWhoIsAsked_isNotSaidToWork_andTheInboxIsOneClickAway() throws Exception {
        String blueprint = """
                {"apiVersion":"patchboard/v1","name":"asked","state":{"schema":{"type":"object"},"initial":{}},
                 "workers":{"editor":{"kind":"person","write":[{"op":["add"],"path":"/title"}]}},
                 "rules":[{"name":"begin","on":{"event":"created"},"invoke":"editor"}]}""";
        api.post("/v1/boards", "{\"boardId\":\"asked\",\"blueprint\":" + blueprint + "}");

        open("#/boards/asked");
        awaitShown(".waits-for", "needs a person to answer as editor, due");
        find(".waits-for a[href='#/inbox']").click();
        awaitShown(".inbox", "asked");

        open("#/boards/asked/workflow");
        awaitShown(".waits-for", "needs a person to answer as editor, due");
        eventually(() -> assertThat(find(".box[aria-label^='worker editor']").getAttribute("aria-label"))
                .isEqualTo("worker editor: 1 invited, 1 for a person"));
        api.post("/v1/boards/asked/pause", "{}");
        awaitShown(".waits-for", "a person is to answer as editor once the board goes on");
    }
}
