package io.patchboard.faults.board;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.patchboard.faults.tree.Trees;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** A record of the topic of proposals, in its JSON form. */
public record Proposal(String id, String boardId, String worker, Optional<String> invocation, JsonNode patch) {

    public Proposal withWorker(String other) {
        return new Proposal(id, boardId, other, invocation, patch);
    }

    public Proposal withInvocation(Optional<String> other) {
        return new Proposal(id, boardId, worker, other, patch);
    }

    public Proposal withPatch(JsonNode other) {
        return new Proposal(id, boardId, worker, invocation, other);
    }

    public ObjectNode tree() {
        ObjectNode tree = Trees.object()
                .put("type", "PatchProposal")
                .put("proposalId", id)
                .put("boardId", boardId)
                .put("worker", worker);
        invocation.ifPresent(known -> tree.put("invocationId", known));
        return tree.set("patch", patch);
    }

    public String text() {
        return Trees.text(tree());
    }

    public byte[] bytes() {
        return text().getBytes(StandardCharsets.UTF_8);
    }
}
