package io.patchboard.standalone.check;

import io.patchboard.calls.Deadline;
import io.patchboard.calls.HttpCaller;
import io.patchboard.calls.Outcome.NoResponse;
import io.patchboard.calls.Outcome.Reason;
import io.patchboard.calls.Outcome.Response;
import io.patchboard.gateway.config.PlainText;
import io.patchboard.gateway.config.Redaction;
import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.runner.http.InvocationRequest;
import io.patchboard.record.ContractLimits;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** An HTTP endpoint, asked with the requests of a gateway, once each. */
final class HttpSubject implements Subject {

    private final WorkerBinding.Http binding;
    private final Redaction redaction;
    private final HttpCaller caller = new HttpCaller();

    HttpSubject(WorkerBinding.Http binding) {
        this.binding = binding;
        this.redaction = binding.endpoint().redaction();
    }

    @Override
    public String name() {
        return binding.endpoint().place();
    }

    @Override
    public Said ask(Sample sample, Duration limit) throws InterruptedException {
        InvocationRequest request =
                new InvocationRequest(binding.endpoint(), sample.invocation(), sample.text(), Optional.empty());
        return switch (caller.send(request.at(Instant.now(), Map.of()), Deadline.in(limit))) {
            case Response response -> read(response);
            case NoResponse none when none.reason() == Reason.OVERDUE -> new Said.Silence();
            case NoResponse none
            when none.reason() != Reason.BROKEN ->
                new Said.Failure("Expected an HTTP endpoint at " + name() + ", but it cannot be reached ("
                        + redaction.redact(none.detail()) + "). Start it, or correct its URL.");
            case NoResponse none ->
                new Said.Refusal("there is no response, or it breaks off: " + redaction.redact(none.detail()));
        };
    }

    private Said read(Response response) {
        byte[] bytes = response.body();
        String type = response.contentType().orElse("").toLowerCase(Locale.ROOT);
        if (response.status() == 204) {
            return new Said.Nothing();
        } else if (response.status() == 202) {
            return new Said.Later();
        } else if (response.status() != 200) {
            return new Said.Refusal("it answers with status " + response.status()
                    + (bytes.length == 0 ? "" : ": " + redaction.excerpt(bytes)));
        } else if (!type.isEmpty() && !type.contains("json")) {
            return new Said.Refusal(
                    "it answers with Content-Type " + PlainText.of(type) + " instead of application/json");
        }
        return response.cut()
                ? new Said.Refusal("its answer is longer than " + ContractLimits.MAX_READ_BYTES + " bytes")
                : new Said.Something(bytes);
    }

    @Override
    public void close() {
        caller.close();
    }
}
