package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What the page does where an answer is lost, late, too large, or no. */
@InChromium
class PageFaultsTest extends BrowserRig {

    @Test
    void proposalWhoseAnswerWasLost_countsOnce_alsoIfOneAsksInBetween() throws Exception {
        api.createBoard("lost", "nobody");
        open("#/boards/lost");
        button(".board-actions", "Propose").click();
        find("#action textarea[name=patch]").clear();
        find("#action textarea[name=patch]").sendKeys(RunningApi.note("Milk"));
        loseAnswer("/proposals");
        button("#action", "Propose").click();
        awaitShown("#action .failed", "does not answer");
        button("#action", "Ask first").click();
        awaitShown("#action .good", "committed as version 3");
        button("#action", "Propose").click();

        awaitShown(".entry-title", "patch committed");
        assertThat(api.get("/v1/boards/lost/state").text()).isEqualTo("{\"notes\":[\"Milk\"]}");
    }
}
