package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.client.log.LogTopics;
import io.patchboard.client.log.SampleLog;
import io.patchboard.json.Json;
import io.patchboard.record.LogEntry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;

/**
 * Many boards, and a board of as many entries, 100,000 with {@code -Dpatchboard.rows=100000}: going anywhere, and what
 * the browser keeps. The time to the first picture is told, and judged by whoever has an idle machine.
 */
@InChromium
class PageLargeTest extends BrowserRig {

    private static final int MANY = Integer.getInteger("patchboard.rows", 10_000);
    private static final int AT_ONCE = 1_000;
    private static final int FAR = 9_999;

    private static final int LOADS = 5;
    private static final long MOST_HEAP_BYTES = 32_000_000;
    private static final long MOST_NODES = 10_000;

    /** Written by hand, since the kernel is asked about other things elsewhere. */
    @BeforeAll
    void logs() throws Exception {
        try (LogTopics topics = new LogTopics(all.bootstrapServers())) {
            for (int first = 0; first < MANY; first += AT_ONCE) {
                List<LogEntry> part = new ArrayList<>();
                for (int board = first; board < first + AT_ONCE; board++) {
                    part.addAll(new SampleLog(id(board)).created().entries());
                }
                topics.commit(part);
            }
            SampleLog log = new SampleLog("long").created();
            for (int count = 1; count < MANY; count++) {
                log.committed("p-" + count, "", count);
            }
            for (int first = 0; first < MANY; first += AT_ONCE) {
                topics.commit(log.entries().subList(first, first + AT_ONCE));
            }
        }
        eventually(() ->
                assertThat(api.get("/v1/boards/long").json().get("sequence")).contains(Json.of(MANY)));
        eventually(() ->
                assertThat(api.get("/v1/boards/" + id(MANY - 1)).status()).isEqualTo(200));
    }

    private static String id(int board) {
        return String.format("many-%06d", board);
    }

    /** From the begin of the way there until something is shown: the best of some, as the machine has other work. */
    private double firstPicture(String view, String css, String text) {
        double best = Double.MAX_VALUE;
        for (int i = 0; i < LOADS; i++) {
            open(view);
            Object millis = browser.executeAsyncScript(
                    "const [css, text, done] = arguments;"
                            + "const look = () => [...document.querySelectorAll(css)].some(e => e.innerText.includes(text))"
                            + " ? done(performance.now()) : requestAnimationFrame(look); look();",
                    css,
                    text);
            best = Math.min(best, ((Number) millis).doubleValue());
        }
        return best;
    }

    private long metric(String name) {
        browser.executeCdpCommand("Performance.enable", Map.of());
        browser.executeCdpCommand("HeapProfiler.collectGarbage", Map.of());
        List<?> metrics = (List<?>)
                browser.executeCdpCommand("Performance.getMetrics", Map.of()).get("metrics");
        return metrics.stream()
                .map(Map.class::cast)
                .filter(metric -> metric.get("name").equals(name))
                .map(metric -> ((Number) metric.get("value")).longValue())
                .findFirst()
                .orElseThrow();
    }

    private void assertBounded(String view, double firstPicture) {
        long heap = metric("JSHeapUsedSize");
        long nodes = metric("Nodes");
        System.out.printf(
                "Page, %s of %d: first picture %d ms, heap %d kB, %d nodes (-Dpatchboard.rows)%n",
                view, MANY, Math.round(firstPicture), heap / 1_000, nodes);
        assertThat(heap).isLessThan(MOST_HEAP_BYTES);
        assertThat(nodes).isLessThan(MOST_NODES);
    }

    @Test
    void list_isThereAtOnce_andKeepsOnlyWhatIsNear() {
        double first = firstPicture("#/?order=id", ".row", id(0));

        eventually(() -> {
            browser.executeScript("document.getElementById('rows').scrollTop = 1e9");
            assertThat(shown(".row .id").lines().max(Comparator.naturalOrder()))
                    .hasValueSatisfying(id -> assertThat(id).isGreaterThanOrEqualTo(id(FAR)));
        });
        assertThat(browser.findElements(By.cssSelector(".row"))).hasSizeLessThan(60);
        assertBounded("list", first);
        find("#search").sendKeys(id(MANY - 1));
        awaitShown(".row .id", id(MANY - 1));
    }

    /** Higher than any element that a browser draws. */
    @Test
    void aMillionRows_areAllReached() {
        open("#/");
        awaitShown(".top nav", "Boards");
        Object ranges = browser.executeAsyncScript(
                "const done = arguments[0];"
                        + "import(new URL('page/parts.js', location.origin + location.pathname)).then(({Window}) => {"
                        + "  const total = 1e6; const scroller = document.createElement('div'); const all = document.createElement('div');"
                        + "  Object.assign(scroller.style, {height: '400px', flex: 'none', overflow: 'auto'});"
                        + "  scroller.append(all); document.querySelector('main').append(scroller);"
                        + "  const rows = new Window(() => {}, 40); rows.range(total); rows.attach(scroller);"
                        + "  all.style.height = `${rows.pixels}px`;"
                        + "  const at = (top) => { scroller.scrollTop = top; const [first, last] = rows.range(total, 0);"
                        + "    return [first, last, Math.round(rows.place(last) - scroller.scrollTop)]; };"
                        + "  const found = [at(0), at(1e9)];"
                        + "  rows.reveal(500000); const [first, last] = rows.range(total, 0);"
                        + "  found.push([first <= 500000 && 500000 < last]); scroller.remove(); done(JSON.stringify(found)); });");
        assertThat(ranges).isEqualTo("[[0,10,400],[999990,1000000,400],[true]]");
    }

    @Test
    void board_isThereAtOnce_atAnyVersion_andKeepsOnlyWhatIsNear() {
        double first = firstPicture("#/boards/long", ".node", Integer.toString(MANY - 1));
        double middle = firstPicture("#/boards/long?v=" + MANY / 2, ".node", Integer.toString(MANY / 2 - 1));

        for (int version = 1; version <= MANY; version += MANY / 50) {
            browser.executeScript("location.hash = arguments[0]", "#/boards/long?v=" + version);
            awaitShown(".entry [aria-current]", Integer.toString(version));
            awaitShown(".node", Integer.toString(version - 1));
        }
        assertThat(browser.findElements(By.cssSelector(".entry"))).hasSizeLessThan(60);
        assertBounded("board", Math.max(first, middle));
    }
}
