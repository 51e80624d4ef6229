package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LoggingPreferences;

/** The page in a real browser, which clicks and types, on a real cluster. */
abstract class BrowserRig extends ApiRig {

    /** Where pictures for the documents go; without it, where the build leaves things. */
    private static final Path PICTURES = Path.of(System.getProperty("patchboard.screenshots", "target/page"));

    private static final String LOSE_ANSWER = """
            const [end] = arguments;
            const before = window.fetch;
            let isLost = false;
            window.fetch = async (address, options) => {
              const answer = await before(address, options);
              if (!isLost && String(address).endsWith(end)) {
                isLost = true;
                throw new TypeError('The line broke.');
              }
              return answer;
            };""";

    static final int WIDE = 1280;
    static final int PHONE = 360;

    ChromeDriver browser;

    static boolean isInstalled() {
        return program("chromium").isPresent() && program("chromedriver").isPresent();
    }

    private static Optional<File> program(String name) {
        return List.of(System.getenv("PATH").split(File.pathSeparator)).stream()
                .map(folder -> new File(folder, name))
                .filter(File::canExecute)
                .findFirst();
    }

    @BeforeAll
    void startBrowser() {
        ChromeOptions options = new ChromeOptions();
        options.setBinary(program("chromium").orElseThrow());
        options.addArguments("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu");
        LoggingPreferences console = new LoggingPreferences();
        console.enable("browser", Level.ALL);
        options.setCapability("goog:loggingPrefs", console);
        browser = new ChromeDriver(
                new ChromeDriverService.Builder()
                        .usingDriverExecutable(program("chromedriver").orElseThrow())
                        .usingAnyFreePort()
                        .build(),
                options);
    }

    @AfterAll
    void stopBrowser() {
        browser.quit();
    }

    @BeforeEach
    void freshTab() {
        browser.get("about:blank");
        look(WIDE, 800, false);
        browser.manage().logs().get("browser");
    }

    /** Whatever a test did: no script failed, no policy was broken, and nothing came from elsewhere. */
    @AfterEach
    void nothingWentWrongUnseen() {
        assertThat(browser.manage().logs().get("browser").getAll())
                .filteredOn(line -> line.getLevel().intValue() >= Level.WARNING.intValue())
                .noneMatch(line -> !line.getMessage().contains("the server responded with a status of")
                        && !line.getMessage().contains("ERR_CONNECTION_REFUSED"));
        assertThat(browser.executeScript(
                        "return performance.getEntriesByType('resource').map(e => new URL(e.name).origin)"
                                + ".filter(origin => origin !== location.origin)"))
                .isEqualTo(List.of());
    }

    void look(int width, int height, boolean dark) {
        browser.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
        browser.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
    }

    /** Opens a view of the page afresh. */
    void open(String view) {
        open(api.url(), view);
    }

    void open(String server, String view) {
        browser.get("about:blank");
        browser.get(server + "/" + view);
    }

    WebElement find(String css) {
        await().atMost(PATIENCE)
                .until(() -> !browser.findElements(By.cssSelector(css)).isEmpty());
        return browser.findElement(By.cssSelector(css));
    }

    WebElement link(String text) {
        await().atMost(PATIENCE)
                .until(() -> !browser.findElements(By.linkText(text)).isEmpty());
        return browser.findElement(By.linkText(text));
    }

    /** The button with this text in it, once it is there. */
    WebElement button(String within, String text) {
        By path = By.xpath(".//button[contains(normalize-space(.), '" + text + "')]");
        await().atMost(PATIENCE)
                .ignoreException(StaleElementReferenceException.class)
                .until(() -> !find(within).findElements(path).isEmpty());
        return find(within).findElement(path);
    }

    void click(String css) {
        eventually(() -> find(css).click());
    }

    /** Types as a person does: into what has the focus by then, and not into what the driver focuses first. */
    void press(CharSequence... keys) {
        new Actions(browser).sendKeys(keys).perform();
    }

    String shown(String css) {
        return (String) browser.executeScript(
                "return [...document.querySelectorAll(arguments[0])].map(e => e.innerText).join('\\n')", css);
    }

    /** The next request to an address that ends so is made, and nobody hears of its answer. */
    void loseAnswer(String end) {
        browser.executeScript(LOSE_ANSWER, end);
    }

    void awaitValue(String css, String text) {
        eventually(() -> assertThat(find(css).getDomProperty("value")).contains(text));
    }

    void awaitShown(String css, String text) {
        eventually(() -> assertThat(shown(css)).contains(text));
    }

    /** The page renders when it has heard of something; an element that is replaced meanwhile is looked for again. */
    void eventually(ThrowingRunnable check) {
        await().atMost(PATIENCE)
                .ignoreException(StaleElementReferenceException.class)
                .untilAsserted(check);
    }

    String address() {
        return URI.create(browser.getCurrentUrl()).getRawFragment();
    }

    /** No violation of any rule of axe-core, whatever its level, and nothing that has to be scrolled sideways. */
    void assertAccessible() throws IOException {
        try (InputStream axe = BrowserRig.class.getResourceAsStream("/axe.min.js")) {
            browser.executeScript(new String(axe.readAllBytes(), StandardCharsets.UTF_8));
        }
        assertThat(
                        browser.executeAsyncScript(
                                "const done = arguments[0]; axe.run(document).then(found => done("
                                        + "found.violations.map(v => v.id + ': ' + v.nodes.map(n => n.html + ' ' + n.failureSummary))))"))
                .isEqualTo(List.of());
        assertThat(browser.executeScript("return document.documentElement.scrollWidth <= innerWidth"))
                .isEqualTo(true);
    }

    void assertAccessibleInEveryLook() throws IOException {
        for (int width : new int[] {PHONE, WIDE}) {
            for (boolean dark : new boolean[] {false, true}) {
                look(width, 800, dark);
                assertAccessible();
            }
        }
    }

    void picture(String name) throws IOException {
        Files.createDirectories(PICTURES);
        Files.write(PICTURES.resolve(name + ".png"), browser.getScreenshotAs(OutputType.BYTES));
    }

    static CharSequence enter() {
        return Keys.ENTER;
    }

    static Json yaml(String text) throws Exception {
        return JsonReader.parse(new YAMLMapper().readTree(text).toString());
    }
}
