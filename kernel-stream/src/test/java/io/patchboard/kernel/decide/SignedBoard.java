package io.patchboard.kernel.decide;

import io.patchboard.kernel.Scenario;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.WorkerInvoked;
import io.patchboard.sign.Signer;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A board whose author signs what it proposes. */
final class SignedBoard {

    /** The topic that proposals are sent to. */
    static final String PROPOSALS = "patchboard.proposals";

    static final Signer KEY = Signer.generate();
    static final Signer NEXT = Signer.generate();
    static final Signer OTHERS = Signer.generate();

    static final String APPEND = "[{op: add, path: /notes/-, value: a}]";

    private SignedBoard() {}

    static String blueprint(Signer... keys) {
        return """
                apiVersion: patchboard/v1
                name: signed
                state: {schema: {}, initial: {notes: [], n: 0}}
                workers:
                  author: {unsolicited: true, read: [''], write: [{op: [add], path: /notes/-}, {op: [replace], path: /n}], keys: [%s]}
                  other: {unsolicited: true, read: [''], write: [{op: [add], path: /notes/-}], keys: [%s]}
                  anybody: {unsolicited: true, read: [''], write: [{op: [add], path: /notes/-}]}
                rules: [{name: ask, on: {path: /n, op: [replace]}, invoke: author}]
                policies: {default: {retry: {maxAttempts: 2}}}
                gates: [{name: large, on: {path: /n}, when: state.n > 5}]
                """.formatted(
                        Stream.of(keys)
                                .map(Signer::publicKey)
                                .reduce((a, b) -> a + ", " + b)
                                .orElseThrow(),
                        OTHERS.publicKey());
    }

    static Scenario board(Signer... keys) {
        return new Scenario(blueprint(keys)).created();
    }

    static PatchProposal signed(Scenario board, String patch) {
        return KEY.sign(board.proposal("author", Optional.empty(), patch), PROPOSALS);
    }

    static PatchProposal answer(Scenario board, WorkerInvoked invoked, Signer key) {
        PatchProposal answer = board.proposal("author", Optional.of(invoked.invocationId()), APPEND);
        return key.sign(answer, PROPOSALS);
    }

    static String code(List<LogEntry> entries) {
        return Scenario.only(entries, PatchRejected.class).rejection().code();
    }
}
