package io.patchboard.kernel.replay;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.decide.Derived;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.work.Work;
import io.patchboard.record.LogEntry;
import io.patchboard.record.WorkerInvoked;

/** What an invocation says of its worker, which stands in the blueprint, and of what taints its view. */
final class InvitationRules {

    private final Differences differences;

    InvitationRules(Differences differences) {
        this.differences = differences;
    }

    void verify(Board before, WorkerInvoked invoked, LogEntry entry) {
        differences.compare(entry, "viewHash", CanonicalJson.sha256(invoked.view()), invoked.viewHash());
        before.rules()
                .worker(invoked.worker())
                .ifPresentOrElse(
                        role -> verify(before, role, invoked, entry),
                        () -> differences.add(entry, "worker", "one that the blueprint has", invoked.worker()));
    }

    private void verify(Board before, WorkerRole role, WorkerInvoked invoked, LogEntry entry) {
        differences.compare(entry, "queue", role.queue(), invoked.queue());
        differences.compare(
                entry,
                "deadline",
                entry.header().time().plus(role.policy().timeout()).toString(),
                invoked.deadline().toString());
        differences.compare(entry, "instruction", role.instruction(), invoked.instruction());
        Json writes = invoked.neighbourhood()
                .map(bound -> role.writesWithin(bound.places(), Work.unbounded()))
                .orElse(role.writesSource());
        differences.compare(entry, "writes", writes.toString(), invoked.writes().toString());
        if (invoked.egress() && !role.boundary().egress()) { // kernels of before did not say it
            differences.add(entry, "egress", "none, as the worker has none", "true");
        }
        differences.compare(
                entry,
                "taint",
                Derived.taint(before, role, invoked).toString(),
                invoked.taint().toString());
    }
}
