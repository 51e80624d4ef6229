package io.patchboard.standalone.crash;

import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.PatchProposal;
import java.util.Optional;

/** Boards on which anybody notes things down. */
final class Notes {

    private static final Json BLUEPRINT = JsonReader.parse("""
            {"apiVersion":"patchboard/v1","name":"notes","state":{"schema":{"type":"object"},"initial":{"notes":[]}},
             "workers":{"scribe":{"unsolicited":true,"write":[{"op":["add"],"path":"/notes/-"}]}}}
            """);

    private Notes() {}

    static CreateBoard create(String board) {
        return new CreateBoard("create", board, BLUEPRINT, Json.nul());
    }

    /** @param text also the id of the proposal */
    static PatchProposal note(String board, String text) {
        return new PatchProposal(
                text,
                board,
                "scribe",
                Optional.empty(),
                JsonReader.parse("[{\"op\":\"add\",\"path\":\"/notes/-\",\"value\":\"" + text + "\"}]"),
                Optional.empty(),
                Optional.empty());
    }
}
