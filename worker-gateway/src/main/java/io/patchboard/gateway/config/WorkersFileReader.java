package io.patchboard.gateway.config;

import io.patchboard.gateway.limit.FleetLimit;
import io.patchboard.gateway.llm.Limits;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.sign.Signer;
import io.patchboard.text.Spelling;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Turns the document into typed values. A worker's kind is told by the one key that names it. */
final class WorkersFileReader {

    private static final Map<String, String> OTHER_NAMES = Map.of(
            "command", "process",
            "cmd", "process",
            "program", "process",
            "model", "llm",
            "url", "http",
            "class", "java");

    private static final Map<String, BindingReader> KINDS = new TreeMap<>(Map.of(
            "process",
            new ProcessReader(),
            "java",
            new JavaReader(),
            "http",
            new HttpReader(),
            "a2a",
            new A2aReader()));

    static final Set<String> SECTIONS = Set.of("group", "limits", "models", "outbound", "workers");

    private static final String SIGNING_KEY = "signingKey";
    private static final String CHECKPOINTS = "checkpoints";

    /** Models keep how far they have come with their tools by themselves, and classes say so by their type. */
    private static final Set<String> RESUMABLE = Set.of("process", "http");

    private final Values values;
    private final Map<String, BindingReader> kinds = new TreeMap<>(KINDS);
    private LimitsReader limits;

    WorkersFileReader(Values values) {
        this.values = values;
    }

    /** What could be read; of use only if there are no problems. */
    WorkersFile read(Json document) {
        JsonPlace file = values.object(JsonPlace.of(document));
        values.refuseUnknown(file, SECTIONS);
        limits = new LimitsReader(values, file);
        file.child("outbound").ifPresent(outbound -> OutboundReader.read(outbound, values));
        Optional<String> group = file.child("group").flatMap(values::text);
        kinds.put("llm", new LlmReader(new ModelsReader(values, Limits.DEFAULT, limits).read(file)));
        Map<String, WorkerBinding> workers = new LinkedHashMap<>();
        Map<String, Signer> signers = new LinkedHashMap<>();
        if (!file.has("workers") && values.problems().isEmpty()) {
            values.problem(file.at().child("workers"), "an object of workers by name", "got nothing");
        }
        values.section(file, "workers").members().forEach(worker -> {
            binding(worker).ifPresent(binding -> workers.put(worker.name(), binding));
            worker.child(SIGNING_KEY).flatMap(this::signer).ifPresent(signer -> signers.put(worker.name(), signer));
        });
        // Of the whole file, so after all of it is read.
        KnownSecrets known = values.knownSecrets();
        workers.replaceAll((name, binding) -> binding.keepingFrom(known));
        return new WorkersFile(group, workers, signers);
    }

    /** What other tools call the kinds, or a kind misspelt. */
    private String meant(JsonPlace worker) {
        return worker.members().stream()
                .map(JsonPlace::name)
                .map(name -> Optional.ofNullable(OTHER_NAMES.get(name))
                        .map(kind -> " Did you mean \"" + kind + "\" in place of \"" + name + "\"?")
                        .orElseGet(() -> Spelling.question(name, kinds.keySet())))
                .filter(question -> !question.isEmpty())
                .findFirst()
                .orElse("");
    }

    private Optional<WorkerBinding> binding(JsonPlace worker) {
        JsonPlace own = worker.value() instanceof JsonObject object
                ? new JsonPlace(object.without(SIGNING_KEY).without(ShadowReader.SHADOW), worker.at())
                : worker;
        return new VersionsReader(values, this::plain)
                .read(own)
                .flatMap(served -> worker.child(ShadowReader.SHADOW)
                        .map(shadow -> new ShadowReader(values, this::plain).read(shadow, served))
                        .orElse(Optional.of(served)));
    }

    private Optional<WorkerBinding> plain(JsonPlace worker) {
        if (!worker.isObject()) {
            values.problem(
                    worker.at(),
                    "an object with one of " + kinds.keySet(),
                    "got " + Values.found(worker.value()),
                    worker.text().filter(text -> text.startsWith("http")).isPresent()
                            ? " Did you mean {http: URL}?"
                            : "");
            return Optional.empty();
        }
        List<String> named = kinds.keySet().stream().filter(worker::has).toList();
        if (named.size() != 1) {
            values.problem(
                    worker.at(),
                    "one of " + kinds.keySet(),
                    named.isEmpty() ? "got none of them" : "got " + named,
                    named.isEmpty() ? meant(worker) : "");
            return Optional.empty();
        }
        boolean model = named.get(0).equals("llm");
        if (model && worker.has(LimitsReader.LIMIT)) {
            values.problem(
                    worker.at().child(LimitsReader.LIMIT),
                    "the limit of a worker that is a model beside the model, in the section models",
                    "got it here");
        }
        Optional<FleetLimit> limit = model ? Optional.empty() : limits.named(worker);
        JsonObject own = ((JsonObject) worker.value()).without(LimitsReader.LIMIT);
        Optional<Boolean> resumable =
                RESUMABLE.contains(named.get(0)) ? worker.child(CHECKPOINTS).flatMap(values::bool) : Optional.empty();
        JsonObject plain = RESUMABLE.contains(named.get(0)) ? own.without(CHECKPOINTS) : own;
        return kinds.get(named.get(0))
                .read(new JsonPlace(plain, worker.at()), values)
                .map(binding -> resumable.orElse(false) ? new WorkerBinding.Resumable(binding) : binding)
                .map(binding -> limit.<WorkerBinding>map(one -> new Limited(binding, one))
                        .orElse(binding));
    }

    /** Whatever kind the worker is of. */
    private Optional<Signer> signer(JsonPlace key) {
        return values.secret(key).flatMap(secret -> {
            try {
                return Optional.of(Signer.parse(secret.reveal()));
            } catch (IllegalArgumentException e) {
                values.complain(key.at(), String.valueOf(e.getMessage()));
                return Optional.empty();
            }
        });
    }
}
