package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

/** What a board points to: the boards above and below it, and its blobs. */
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
}
