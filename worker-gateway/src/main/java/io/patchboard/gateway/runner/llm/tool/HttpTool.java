package io.patchboard.gateway.runner.llm.tool;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.patchboard.calls.Deadline;
import io.patchboard.calls.HttpCaller;
import io.patchboard.calls.Outcome;
import io.patchboard.gateway.config.HttpEndpoint;
import io.patchboard.gateway.config.Redaction;
import io.patchboard.gateway.config.ToolBinding;
import io.patchboard.gateway.config.ToolDescription;
import io.patchboard.gateway.runner.EndpointCaller;
import io.patchboard.gateway.runner.NoAnswerException;
import io.patchboard.json.Json;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonSyntaxException;
import io.patchboard.json.JsonWriter;
import io.patchboard.record.Failure;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Optional;

/** Posts the arguments; the response's body is the result, as JSON if it is any and as text if not. */
final class HttpTool implements CallableTool {

    private static final JsonReader READER = new JsonReader(JsonLimits.SENT);

    private final ToolDescription description;
    private final HttpEndpoint endpoint;
    private final EndpointCaller caller;
    private final Optional<Reconciler> effects;

    private HttpTool(
            ToolDescription description, HttpEndpoint endpoint, HttpCaller caller, Optional<Reconciler> effects) {
        this.description = description;
        this.endpoint = endpoint;
        this.caller = new EndpointCaller(endpoint, caller);
        this.effects = effects;
    }

    static HttpTool of(ToolBinding.Http binding, HttpCaller caller) {
        ToolDescription description = binding.description();
        return new HttpTool(
                description,
                binding.endpoint(),
                caller,
                binding.effects()
                        .map(has -> new Reconciler(
                                description.name(),
                                has.asked().map(asked -> new HttpTool(description, asked, caller, Optional.empty())))));
    }

    @Override
    public ToolDescription description() {
        return description;
    }

    @Override
    public Optional<Reconciler> effects() {
        return effects;
    }

    @Override
    public Json call(JsonObject arguments, String key, Deadline deadline)
            throws NoAnswerException, InterruptedException {
        Outcome.Response response = caller.send(
                caller.request(endpoint.url())
                        .setHeader("Accept", "application/json, text/*;q=0.9")
                        .header("Content-Type", "application/json")
                        .header("Idempotency-Key", URLEncoder.encode(key, UTF_8))
                        .POST(BodyPublishers.ofByteArray(JsonWriter.compactBytes(arguments))),
                deadline);
        if (response.cut()) {
            throw new NoAnswerException(Failure.Kind.INVALID, "its result is longer than can be read");
        }
        try {
            return READER.read(response.body());
        } catch (JsonSyntaxException e) {
            return Json.of(response.text());
        }
    }

    @Override
    public Redaction redaction() {
        return endpoint.redaction();
    }
}
