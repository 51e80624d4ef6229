package io.patchboard.bench.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.patchboard.bench.load.Steps;
import io.patchboard.encoding.RecordDecoder;
import io.patchboard.examples.evidence.EvidenceReviewWorkers;
import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.source.InvocationDecoder;
import io.patchboard.gateway.submit.ProposalEncoder;
import io.patchboard.gateway.submit.ProposalSubmitter;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.gateway.worker.PatchBuilder;
import io.patchboard.gateway.worker.Worker;
import io.patchboard.json.JsonLimits;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Those that a bench's gateway serves: the team of {@code evidence-review}, and one that takes a step. */
final class Workers {

    private static final InvocationDecoder INVOCATIONS = InvocationDecoder.of(new RecordDecoder(JsonLimits.DEFAULT));

    private Workers() {}

    static Map<String, WorkerBinding> bindings() {
        Map<String, WorkerBinding> bindings = new HashMap<>();
        new EvidenceReviewWorkers().workers().forEach((name, worker) -> bindings.put(name, given(worker)));
        bindings.put(
                Steps.WORKER,
                given(invocation -> new PatchBuilder().append("/steps", "done").answer()));
        return bindings;
    }

    /** What a gateway sends for an invocation. */
    static byte[] answer(ConsumerRecord<byte[], byte[]> invoked) {
        try {
            Invocation invocation = INVOCATIONS.decode(invoked.value());
            WorkerBinding.Given binding = (WorkerBinding.Given) bindings().get(invocation.worker());
            Answer answer = binding.worker().work(invocation);
            return ProposalEncoder.json().encode(ProposalSubmitter.proposal(invocation, answer));
        } catch (Exception e) {
            throw new IllegalStateException(
                    "Expected an invocation and its answer, but got " + new String(invoked.value(), UTF_8), e);
        }
    }

    private static WorkerBinding given(Worker worker) {
        return WorkerBinding.Given.of(worker);
    }
}
