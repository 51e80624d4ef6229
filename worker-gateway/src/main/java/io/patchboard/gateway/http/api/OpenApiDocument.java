package io.patchboard.gateway.http.api;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.patchboard.json.Json;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonSyntaxException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The description of the API (OpenAPI 3.1). It has all routes there are; each server tells those that it serves. */
final class OpenApiDocument {

    private static final String RESOURCE = "/io/patchboard/gateway/http/openapi.yaml";

    private static final Set<String> METHODS =
            Set.of("get", "put", "post", "delete", "options", "head", "patch", "trace");

    private final JsonObject all;

    private OpenApiDocument(JsonObject all) {
        this.all = all;
    }

    static OpenApiDocument load() {
        try (InputStream text = OpenApiDocument.class.getResourceAsStream(RESOURCE);
                JsonParser parser = new YAMLFactory().createParser(text)) {
            return new OpenApiDocument((JsonObject) new JsonReader(JsonLimits.DEFAULT).readDocument(parser));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (JsonSyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** @param served routes as {@code GET /path} */
    JsonObject json(List<String> served) {
        JsonObject.Builder paths = JsonObject.builder();
        ((JsonObject) all.get("paths").orElseThrow()).members().forEach((path, item) -> {
            boolean any = ((JsonObject) item).names().stream().anyMatch(name -> isServed(name, path, served));
            if (any) {
                paths.put(path, item(path, (JsonObject) item, served));
            }
        });
        return all.with("paths", paths.build());
    }

    /** What operations share, such as the parameters of the path, stays with those that are left. */
    private static JsonObject item(String path, JsonObject all, List<String> served) {
        JsonObject.Builder item = JsonObject.builder();
        all.members().forEach((name, value) -> {
            if (!METHODS.contains(name) || isServed(name, path, served)) {
                item.put(name, value);
            }
        });
        return item.build();
    }

    private static boolean isServed(String method, String path, List<String> served) {
        return served.contains(method.toUpperCase(Locale.ROOT) + " " + path);
    }

    String yaml(List<String> served) {
        Json document = json(served);
        try {
            YAMLMapper mapper = YAMLMapper.builder()
                    .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
                    .build();
            return mapper.writeValueAsString(mapper.readTree(document.toString()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
