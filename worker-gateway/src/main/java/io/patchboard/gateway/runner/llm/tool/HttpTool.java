package io.patchboard.gateway.runner.llm.tool;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.patchboard.calls.Deadline;
import io.patchboard.calls.HttpCaller;
import io.patchboard.calls.Outcome;
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

/** Posts the arguments; the response's body is the result, as JSON if it is any and as text if not. */
final class HttpTool implements CallableTool {

    private static final JsonReader READER = new JsonReader(JsonLimits.DEFAULT);

    private final ToolBinding.Http binding;
    private final EndpointCaller caller;

    HttpTool(ToolBinding.Http binding, HttpCaller caller) {
        this.binding = binding;
        this.caller = new EndpointCaller(binding.endpoint(), caller);
    }

    @Override
    public ToolDescription description() {
        return binding.description();
    }

    @Override
    public Json call(JsonObject arguments, String key, Deadline deadline)
            throws NoAnswerException, InterruptedException {
        Outcome.Response response = caller.send(
                caller.request(binding.endpoint().url())
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
        return binding.endpoint().redaction();
    }
}
