package io.patchboard.tracing;

import io.opentelemetry.api.common.AttributeKey;
import java.util.List;

/**
 * What spans say. Names are those of OpenTelemetry's semantic conventions, in the version of {@link #SCHEMA_URL}, and
 * for models in 1.41.1, the last that had them; what the conventions have no name for begins with {@code patchboard}.
 * None of them holds anything of a board's state, a prompt or an answer.
 */
public final class SpanAttributes {

    static final String SCHEMA_URL = "https://opentelemetry.io/schemas/1.44.0";

    public static final AttributeKey<String> SYSTEM = AttributeKey.stringKey("messaging.system");
    public static final AttributeKey<String> OPERATION = AttributeKey.stringKey("messaging.operation.name");
    public static final AttributeKey<String> OPERATION_TYPE = AttributeKey.stringKey("messaging.operation.type");
    public static final AttributeKey<String> DESTINATION = AttributeKey.stringKey("messaging.destination.name");
    public static final AttributeKey<String> PARTITION = AttributeKey.stringKey("messaging.destination.partition.id");
    public static final AttributeKey<Long> OFFSET = AttributeKey.longKey("messaging.kafka.offset");
    public static final AttributeKey<String> MESSAGE_KEY = AttributeKey.stringKey("messaging.kafka.message.key");

    public static final AttributeKey<String> GEN_AI_OPERATION = AttributeKey.stringKey("gen_ai.operation.name");
    public static final AttributeKey<String> PROVIDER = AttributeKey.stringKey("gen_ai.provider.name");
    public static final AttributeKey<String> REQUEST_MODEL = AttributeKey.stringKey("gen_ai.request.model");
    public static final AttributeKey<Double> TEMPERATURE = AttributeKey.doubleKey("gen_ai.request.temperature");
    public static final AttributeKey<Long> MAX_TOKENS = AttributeKey.longKey("gen_ai.request.max_tokens");
    public static final AttributeKey<String> RESPONSE_MODEL = AttributeKey.stringKey("gen_ai.response.model");
    public static final AttributeKey<List<String>> FINISH_REASONS =
            AttributeKey.stringArrayKey("gen_ai.response.finish_reasons");
    public static final AttributeKey<Long> INPUT_TOKENS = AttributeKey.longKey("gen_ai.usage.input_tokens");
    public static final AttributeKey<Long> OUTPUT_TOKENS = AttributeKey.longKey("gen_ai.usage.output_tokens");

    public static final AttributeKey<String> METHOD = AttributeKey.stringKey("http.request.method");
    public static final AttributeKey<Long> STATUS = AttributeKey.longKey("http.response.status_code");
    public static final AttributeKey<Long> RESENT = AttributeKey.longKey("http.request.resend_count");
    public static final AttributeKey<String> SERVER = AttributeKey.stringKey("server.address");
    public static final AttributeKey<Long> PORT = AttributeKey.longKey("server.port");
    public static final AttributeKey<String> ERROR = AttributeKey.stringKey("error.type");

    public static final AttributeKey<String> BOARD = AttributeKey.stringKey("patchboard.board.id");
    public static final AttributeKey<String> BLUEPRINT = AttributeKey.stringKey("patchboard.blueprint.name");
    public static final AttributeKey<String> WORKER = AttributeKey.stringKey("patchboard.worker.name");
    public static final AttributeKey<String> INVOCATION = AttributeKey.stringKey("patchboard.invocation.id");
    public static final AttributeKey<Long> ATTEMPT = AttributeKey.longKey("patchboard.invocation.attempt");
    public static final AttributeKey<String> ENTRY = AttributeKey.stringKey("patchboard.entry.type");
    public static final AttributeKey<Long> SEQUENCE = AttributeKey.longKey("patchboard.entry.sequence");
    public static final AttributeKey<Long> ENTRIES = AttributeKey.longKey("patchboard.entries");
    public static final AttributeKey<String> REJECTION = AttributeKey.stringKey("patchboard.rejection.code");

    private SpanAttributes() {}
}
