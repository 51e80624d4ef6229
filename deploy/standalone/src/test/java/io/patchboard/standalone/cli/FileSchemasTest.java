package io.patchboard.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.gateway.config.ConfigException;
import io.patchboard.gateway.config.WorkersFile;
import io.patchboard.gateway.config.YamlFile;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.kernel.schema.JsonSchema;
import io.patchboard.record.Problem;
import io.patchboard.sign.Signer;
import io.patchboard.standalone.sources.SourcesFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What readers of workers files and of sources take, against the schemas by which editors check such files. */
class FileSchemasTest {

    /** Everything that a workers file may say: what its reader or its schema knows and this has not, a test names. */
    private static final String WORKERS = """
            group: ours
            limits:
              everybodys: {concurrency: 4, rate: 60/min, fairBy: tenant}
            outbound: {hosts: ["*.example.org"], private: [10.1.0.0/16]}
            models:
              fast: {provider: openai, model: small, baseUrl: "http://localhost:1/v1", apiKey: {file: key}, timeout: 30s,
                     concurrency: 2, requestsPerMinute: 60, retries: 3, backoff: 1s, headers: {X-Team: blue, X-Key: {file: key}},
                     prices: {input: 0.1, output: 0.2, cachedInput: 0.05, cacheWrite: 0.1}, fallback: slow, limit: everybodys,
                     temperature: 0.5, maxOutputTokens: 100, structured: auto, stream: true, images: true, params: {seed: 1}}
              slow: {provider: anthropic, model: large, apiKey: {file: key}}
            workers:
              a: {process: [python3, w.py], timeout: PT1M, instances: 2, env: {A: b, C: {file: key}}, inheritEnv: [PATH],
                  limits: {memory: 512MiB, cpu: 10s, openFiles: 100, processes: 10}, limit: everybodys, checkpoints: true,
                  signingKey: {file: author.pem}, version: "2026-03", shadow: {llm: slow, share: 0.1}}
              b: {http: "https://example.org/", headers: {X-Team: blue, Authorization: {file: key, prefix: "Bearer "}},
                  secret: {file: signing}, timeout: 5s, concurrency: 3, retry: {attempts: 2, base: 1s, cap: 5s}}
              c: {http: {url: "https://example.org/", headers: {X-Team: blue}, secret: {file: signing}, timeout: 5s,
                         concurrency: 3, retry: {attempts: 2, base: 1s, cap: 5s}}}
              d: {llm: fast, timeout: 1m}
              e: {llm: {model: fast, temperature: 0, maxOutputTokens: 10, structured: on, stream: false, images: false,
                        params: {}, warmUp: true}}
              f: {java: "provider/worker", timeout: 1m, concurrency: 4}
              g:
                llm: slow
                tools:
                  - mcp: {command: [python3, s.py], env: {A: b}, inheritEnv: false, allow: [a, b], prefix: s_,
                          limits: {memory: 1GiB, cpu: 1m, openFiles: 9, processes: 9},
                          effects: [a], reconcile: {b: c}, egress: true}
                  - mcp: {url: "https://example.org/mcp", headers: {Authorization: {file: key, prefix: "Bearer "}}, allow: [a, b]}
                  - {http: "https://example.org/", headers: {X-Team: blue}, name: h, description: Helps., input: {}, output: {},
                     effects: true, reconcile: "https://example.org/done", egress: false}
                  - {process: [python3, t.py], env: {A: b}, inheritEnv: true, name: p, description: Helps., input: {type: object},
                     limits: {memory: 1GiB, cpu: 1m, openFiles: 9, processes: 9}, reconcile: [python3, done.py]}
                  - {java: "provider/tool"}
                toolLimits: {calls: 3, tokens: 1000, timeout: 5s, resultChars: 100, window: 8000}
                trajectory: contents
              h: {a2a: {card: "https://example.org/card.json", skill: s, headers: {X-Team: blue}, timeout: 5s, concurrency: 3}}
              i: {a2a: {card: "https://example.org/card.json", skill: s}, timeout: 5s}
              j: {versions: {v7: {llm: fast}, v8: {llm: slow, share: 0.1}}}
            """;

    /** The same of a file of sources. */
    private static final String SOURCES = """
            sources:
              a: {topic: t, webhook: {secret: {file: key}}, when: event.x, quota: {atWork: 2, boards: 5, per: 1h},
                  board: {id: key, blueprint: b@1, input: {x: event}, labels: {l: key}}}
              b: {every: "0 7 * * *", zone: Europe/Berlin, catchUp: 12h, overlap: skip, board: {blueprint: b}}
              c: {topic: t, correlate: {board: key}, worker: w, patch: [{op: move, from: /a, path: event.to}, {op: add, path: /a, value: event}]}
              d: {topic: t, correlate: {index: orderId, value: event.order}, worker: w, patch: [{op: remove, path: /a}]}
              e: {topic: t, webhook: {secret: {env: PATH}}, board: {blueprint: b}}
            """;

    /** A name that no reader knows, and that is like none. */
    private static final String NOBODYS = "zzzz";

    private static final Pattern KNOWN = Pattern.compile("Expected one of \\[(.*?)] at ");

    @TempDir
    Path dir;

    @BeforeEach
    void secrets() throws IOException {
        Files.writeString(dir.resolve("key"), "a-secret-of-some-length");
        Files.writeString(dir.resolve("signing"), "whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQ=");
        Files.writeString(dir.resolve("author.pem"), Signer.generate().pem());
    }

    private Json yaml(String text) throws ConfigException {
        return YamlFile.document(text, dir.resolve("file.yaml"));
    }

    private Json everything(String kind) throws ConfigException {
        return yaml(kind.equals("workers") ? WORKERS : SOURCES);
    }

    /** What the reader of such files says about one. */
    private List<Problem> problems(String kind, Json file) {
        try {
            if (kind.equals("workers")) {
                WorkersFile.parse(file.toString(), dir.resolve("workers.yaml"));
            } else {
                SourcesFile.parse(file.toString(), dir.resolve("sources.yaml"));
            }
            return List.of();
        } catch (ConfigException e) {
            return e.problems();
        }
    }

    private static Json printed(String kind) {
        Cli cli = Cli.run("schema", kind);
        assertThat(cli.exitCode()).as(cli.err()).isZero();
        return cli.json();
    }

    private static JsonSchema schema(String kind) throws Exception {
        return JsonSchema.compile(printed(kind));
    }

    private static List<JsonPlace> objects(Json document) {
        return places(JsonPlace.of(document)).filter(JsonPlace::isObject).toList();
    }

    private static Stream<JsonPlace> places(JsonPlace place) {
        Stream<JsonPlace> inside = Stream.concat(place.members().stream(), place.items().stream());
        return Stream.concat(Stream.of(place), inside.flatMap(FileSchemasTest::places));
    }

    private static Set<String> names(JsonPlace object) {
        return ((JsonObject) object.value()).names();
    }

    /** The same for all places of a kind: without names that people give, and a worker inside another is a worker. */
    private static String kindOf(JsonPlace place) {
        return place.at()
                .toString()
                .replaceAll("^(/[^/]+)/[^/]+", "$1/*")
                .replaceAll("/[0-9]+(?=/|$)", "/*")
                .replaceAll("/shadow|/versions/[^/]+", "");
    }

    private static Json replaced(Json document, List<String> tokens, Json value) {
        if (tokens.isEmpty()) {
            return value;
        }
        String first = tokens.get(0);
        List<String> rest = tokens.subList(1, tokens.size());
        if (document instanceof JsonArray array) {
            int index = Integer.parseInt(first);
            return array.with(index, replaced(array.get(index), rest, value));
        }
        JsonObject object = (JsonObject) document;
        return object.with(first, replaced(object.get(first).orElseThrow(), rest, value));
    }

    /** The names that the reader knows at a place, as it tells somebody who wrote another. */
    private List<String> knownAt(JsonPlace place, String kind, Json file) {
        JsonObject strange = ((JsonObject) place.value()).with(NOBODYS, Json.of("x"));
        String at = place.at().child(NOBODYS).toString();
        return problems(kind, replaced(file, place.at().tokens(), strange)).stream()
                .filter(problem -> problem.pointer().equals(at))
                .map(problem -> KNOWN.matcher(problem.message()))
                .filter(Matcher::lookingAt)
                .flatMap(known -> Arrays.stream(known.group(1).split(", ")))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"workers", "sources"})
    void file_withEverything_isTakenByItsReaderAndItsSchema(String kind) throws Exception {
        Json everything = everything(kind);

        assertThat(problems(kind, everything)).isEmpty();
        assertThat(schema(kind).validateAll(everything, 10)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"workers", "sources"})
    void everything_isAllThatTheReaderKnowsAtEachPlace_andAllThatTheSchemaNames(String kind) throws Exception {
        Json everything = everything(kind);
        Map<String, Set<String>> used = new TreeMap<>();
        Map<String, Set<String>> known = new TreeMap<>();
        for (JsonPlace object : objects(everything)) {
            used.computeIfAbsent(kindOf(object), any -> new TreeSet<>()).addAll(names(object));
            known.computeIfAbsent(kindOf(object), any -> new TreeSet<>()).addAll(knownAt(object, kind, everything));
        }

        assertThat(known.get("")).contains(kind);
        assertThat(known.get("/" + kind + "/*")).hasSizeGreaterThan(10);
        assertThat(known)
                .allSatisfy((place, names) -> assertThat(used.get(place))
                        .as("what is used at " + place)
                        .containsAll(names));
        assertThat(used.values().stream().flatMap(Set::stream))
                .containsAll(places(JsonPlace.of(printed(kind)))
                        .flatMap(place -> place.child("properties").stream())
                        .flatMap(properties -> names(properties).stream())
                        .toList());
    }

    /** Each thing is left out where it stands, and put to all other places of the same kind, one at a time. */
    @ParameterizedTest
    @ValueSource(strings = {"workers", "sources"})
    void whatTheReaderTakes_theSchemaTakes(String kind) throws Exception {
        Json everything = everything(kind);
        JsonSchema schema = schema(kind);
        Map<String, Map<String, Json>> seen = new TreeMap<>();
        for (JsonPlace object : objects(everything)) {
            seen.computeIfAbsent(kindOf(object), any -> new TreeMap<>())
                    .putAll(((JsonObject) object.value()).members());
        }
        List<String> taken = new ArrayList<>();
        for (JsonPlace object : objects(everything)) {
            JsonObject own = (JsonObject) object.value();
            seen.get(kindOf(object)).forEach((name, value) -> {
                JsonObject other = own.has(name) ? own.without(name) : own.with(name, value);
                Json file = replaced(everything, object.at().tokens(), other);
                if (problems(kind, file).isEmpty()) {
                    taken.add(object.at() + "/" + name);
                    assertThat(schema.validateAll(file, 10))
                            .as(name + " at " + object.at())
                            .isEmpty();
                }
            });
        }
        assertThat(taken).hasSizeGreaterThan(10);
    }

    /** What is not looked at is not done: hosts that bound nothing, effects that nobody heeds. */
    @ParameterizedTest
    @ValueSource(strings = {"workers", "sources"})
    void aWordInPlaceOfAList_isRefusedByBoth(String kind) throws Exception {
        Json everything = everything(kind);
        JsonSchema schema = schema(kind);
        List<JsonPlace> lists = places(JsonPlace.of(everything))
                .filter(place -> place.value() instanceof JsonArray)
                .toList();

        assertThat(lists).hasSizeGreaterThan(1).allSatisfy(list -> {
            Json file = replaced(everything, list.at().tokens(), Json.of("localhost"));
            assertThat(problems(kind, file)).as("at " + list.at()).isNotEmpty();
            assertThat(schema.validateAll(file, 10)).as("at " + list.at()).isNotEmpty();
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "workers: {a: {process: python3}}",
                "workers: {a: {proces: [python3]}}",
                "workers: {a: {process: [python3], llm: fast}}",
                "workers: {a: {process: [python3], limits: {memory: 1GB}}}",
                "workers: {a: {process: [python3], instances: 0}}",
                "workers: {a: {http: {env: PATH}}}",
                "{workers: {}, model: {}}",
                "{workers: {}, models: {m: {provider: openai, model: m, apiKey: sk-plain}}}",
                "{workers: {}, models: {m: {provider: other, model: m}}}",
                "models: {}",
                "{models: {m: {provider: openai, model: m, apiKey: {file: key}}}, workers: {a: {llm: m, tools: [{mcp: {command: [a]}}]}}}",
                "{workers: {}, outbound: {hosts: []}}",
            })
    void workersFile_withAMistake_isRefusedByBoth(String text) throws Exception {
        assertThatThrownBy(() -> WorkersFile.parse(text, dir.resolve("workers.yaml")))
                .isInstanceOf(ConfigException.class);
        assertThat(schema("workers").validateAll(yaml(text), 10)).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sources: {}",
                "source: {}",
                "sources: {a: {topic: t}}",
                "sources: {a: {topic: t, board: {}}}",
                "sources: {a: {topic: t, webhook: {secret: plain}, board: {blueprint: b}}}",
                "sources: {a: {every: '0 7 * * *', webhook: {secret: {env: PATH}}, board: {blueprint: b}}}",
                "sources: {a: {topic: t, every: '0 7 * * *', board: {blueprint: b}}}",
                "sources: {a: {topic: t, catchUp: 1h, board: {blueprint: b}}}",
                "sources: {a: {topic: t, quota: {}, board: {blueprint: b}}}",
                "sources: {a: {topic: t, quota: {atWork: 0}, board: {blueprint: b}}}",
                "sources: {a: {topic: t, quota: {boards: 5}, board: {blueprint: b}}}",
                "sources: {a: {topic: t, quota: {atWork: 2, per: 1h}, board: {blueprint: b}}}",
                "sources: {a: {topic: t, quota: {atWork: 2}, correlate: {board: key}, worker: w, patch: [{op: add, path: /a}]}}",
                "sources: {a: {topic: t, correlate: {index: i}, worker: w, patch: [{op: add, path: /a}]}}",
                "sources: {a: {topic: t, correlate: {value: key}, worker: w, patch: [{op: add, path: /a}]}}",
                "sources: {a: {topic: t, correlate: {board: key, value: key}, worker: w, patch: [{op: add, path: /a}]}}",
                "sources: {a: {topic: t, correlate: {board: key, index: i, value: key}, worker: w, patch: [{op: add, path: /a}]}}",
                "sources: {a: {topic: 'no topic', board: {blueprint: b}}}",
                "sources: {'a b': {topic: t, board: {blueprint: b}}}",
                "sources: {a: {topic: t, board: {blueprint: b}, worker: w, correlate: {board: key}, patch: [{op: add, path: /a}]}}",
                "sources: {a: {topic: t, correlate: {board: key}, worker: w, patch: []}}",
                "sources: {a: {topic: t, correlate: {board: key}, worker: w, patch: [{op: set, path: /a}]}}",
            })
    void sourcesFile_withAMistake_isRefusedByBoth(String text) throws Exception {
        assertThatThrownBy(() -> SourcesFile.parse(text, dir.resolve("sources.yaml")))
                .isInstanceOf(ConfigException.class);
        assertThat(schema("sources").validateAll(yaml(text), 10)).isNotEmpty();
    }
}
