package io.patchboard.bench.load;

import io.patchboard.json.JsonObject;
import io.patchboard.record.CreateBoard;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** The records of one kind of board: the command that creates it, and proposals without end. */
public final class Proposals {

    private final Claims claims;
    private final JsonObject state;
    private final int count;
    private final JsonObject blueprint = ClaimsBlueprint.of(Shape.LIST);

    private Proposals(Claims claims) {
        this.claims = claims;
        this.state = claims.state();
        this.count = Claims.count(state);
    }

    /** Boards of this many bytes, for proposals of 1 KB. */
    public static Proposals ofOneKilobyte(int boardBytes) {
        return new Proposals(new Claims(Shape.LIST, boardBytes, Claims.LONG_QUOTE));
    }

    /** Boards of this many bytes, for patches of 200 bytes. */
    public static Proposals ofSmallPatches(int boardBytes) {
        return new Proposals(new Claims(Shape.LIST, boardBytes, Claims.SHORT_QUOTE));
    }

    public static String boardId(int board) {
        return String.format(Locale.ROOT, "board-%07d", board);
    }

    /** Which board has this id. */
    public static int number(String boardId) {
        return Integer.parseInt(boardId.substring(boardId.indexOf('-') + 1));
    }

    /** The key of a board's records. */
    public static byte[] key(int board) {
        return boardId(board).getBytes(StandardCharsets.UTF_8);
    }

    /** The command that creates a board. */
    public byte[] create(int board) {
        CreateBoard command = new CreateBoard("create-" + board, boardId(board), blueprint, state);
        return command.toJson().toString().getBytes(StandardCharsets.UTF_8);
    }

    /**
     * A proposal that leaves the board's size as it is.
     *
     * @param round tells proposals apart; no two of one board may have the same
     */
    public byte[] steady(int board, int round) {
        return proposal(boardId(board), round, claims.steady(round, count));
    }

    /** The same of the board whose records have this key. */
    public byte[] steady(byte[] key, int round) {
        return steady(new String(key, StandardCharsets.UTF_8), round);
    }

    /** The same of a board that has another id. */
    public byte[] steady(String boardId, int round) {
        return proposal(boardId, round, claims.steady(round, count));
    }

    /** A proposal that replaces one field, with a patch of some 200 bytes. */
    public byte[] small(int board, int round) {
        return proposal(boardId(board), round, claims.small(round, count));
    }

    private static byte[] proposal(String boardId, int round, String patch) {
        return proposal(boardId, ClaimsBlueprint.WORKER, round, "", patch);
    }

    /** @param more members of the record, each with a comma behind it */
    static byte[] proposal(String boardId, String worker, int round, String more, String patch) {
        String record = "{\"proposalId\":\"p-" + round + "\",\"boardId\":\"" + boardId + "\",\"worker\":\"" + worker
                + "\"," + more + "\"patch\":" + patch + "}";
        return record.getBytes(StandardCharsets.UTF_8);
    }
}
