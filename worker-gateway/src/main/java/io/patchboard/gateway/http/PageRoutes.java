package io.patchboard.gateway.http;

import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.text.Resources;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * The page for people at {@code /}. It has no secrets, so anybody gets it without a token, and it asks for one itself;
 * all that it shows it asks of the API, as any other client.
 *
 * <p>It loads nothing from elsewhere, and its policy lets no script in but its own files: what boards, models and users
 * wrote can reach it as text only.
 */
final class PageRoutes {

    private static final String FOLDER = "/io/patchboard/gateway/http/page/";
    private static final String LIT = "lit/";

    /** Besides {@code index.html}, which is {@code /}. */
    private static final List<String> FILES = List.of(
            "page.css",
            "board.css",
            "views.css",
            "icon.svg",
            "actions.js",
            "answers.js",
            "app.js",
            "audit.js",
            "api.js",
            "parts.js",
            "board.js",
            "blueprint.js",
            "blob.js",
            "boards.js",
            "create.js",
            "decide.js",
            "decision.js",
            "entry.js",
            "form.js",
            "history.js",
            "hurts.js",
            "inbox.js",
            "listing.js",
            "log.js",
            "lost.js",
            "many.js",
            "panes.js",
            "patch.js",
            "progress.js",
            "slider.js",
            "states.js",
            "steer.js",
            "tree.js",
            "waits.js",
            "whatif.js",
            "workflow.js",
            LIT + "lit-html.js",
            LIT + "directive.js",
            LIT + "directive-helpers.js",
            LIT + "directives/live.js",
            LIT + "directives/repeat.js");

    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "svg", "image/svg+xml");

    /** Trusted types: not even the page's own scripts can make elements of a text, but for lit's templates. */
    private static final Map<String, String> HEADERS = Map.of(
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self';"
                    + " base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
                    + " require-trusted-types-for 'script'; trusted-types lit-html",
            "X-Content-Type-Options",
            "nosniff",
            "Referrer-Policy",
            "no-referrer",
            "Cross-Origin-Opener-Policy",
            "same-origin",
            "Cross-Origin-Resource-Policy",
            "same-origin",
            "Cache-Control",
            "no-cache");

    private PageRoutes() {}

    static void mount(Routes routes) {
        String lit = "/META-INF/resources/_static/lit-html/" + litVersion() + "/";
        mount(routes, "/", FOLDER + "index.html");
        FILES.forEach(file -> mount(
                routes, "/page/" + file, file.startsWith(LIT) ? lit + file.substring(LIT.length()) : FOLDER + file));
    }

    private static void mount(Routes routes, String path, String resource) {
        byte[] bytes = Resources.bytes(PageRoutes.class, resource);
        String type = TYPES.get(resource.substring(resource.lastIndexOf('.') + 1));
        EntityTag tag = new EntityTag(CanonicalJson.sha256(Json.of(new String(bytes, StandardCharsets.UTF_8))));
        Reply file = new Reply(200, type, Map.of(), bytes, () -> {});
        routes.file(path, context -> answer(routes, context, file, tag));
    }

    /** A browser asks each time whether it has the latest, and is told so without the file. */
    private static void answer(Routes routes, Context context, Reply file, EntityTag tag) {
        HEADERS.forEach(context::header);
        if (tag.spares(context)) {
            return;
        }
        if (context.method().equals(HandlerType.HEAD)) {
            context.contentType(file.contentType());
            context.res().setContentLength(file.body().length);
        } else {
            routes.answer(context, file);
        }
    }

    /** It is part of the path of lit's files, and stands in the root pom alone. */
    private static String litVersion() {
        Properties pom = new Properties();
        try (InputStream file =
                PageRoutes.class.getResourceAsStream("/META-INF/maven/org.mvnpm/lit-html/pom.properties")) {
            pom.load(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return pom.getProperty("version");
    }
}
