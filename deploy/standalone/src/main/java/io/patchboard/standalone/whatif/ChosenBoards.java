package io.patchboard.standalone.whatif;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.LogEntry;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** Which boards somebody asks about, told from the entries of all, each board's in order. Not for several threads. */
public final class ChosenBoards {

    private final Set<String> wanted;
    private final Optional<String> blueprintName;
    private final Optional<String> below;
    private final Set<String> created = new HashSet<>();
    private final Set<String> passedOver = new HashSet<>();

    /**
     * @param wanted ids of boards; all if empty
     * @param blueprintName of the blueprint that they were created with; any if absent
     */
    public ChosenBoards(Set<String> wanted, Optional<String> blueprintName) {
        this(wanted, blueprintName, Optional.empty());
    }

    private ChosenBoards(Set<String> wanted, Optional<String> blueprintName, Optional<String> below) {
        this.wanted = Set.copyOf(wanted);
        this.blueprintName = blueprintName;
        this.below = below;
    }

    /** Those that were made for a board, and for those. */
    public static ChosenBoards below(String boardId, Optional<String> blueprintName) {
        return new ChosenBoards(Set.of(), blueprintName, Optional.of(boardId));
    }

    /** Whether an entry is of one of them. Of a board that is not yet created this may be yes, and no later on. */
    public boolean has(LogEntry entry) {
        String board = entry.boardId();
        if (!wanted.isEmpty() && !wanted.contains(board) || passedOver.contains(board)) {
            return false;
        }
        if (entry.event() instanceof BoardCreated begins) {
            if (blueprintName.filter(name -> !isNamed(begins.blueprint(), name)).isPresent()
                    || below.filter(above -> !isBelow(begins, above)).isPresent()) {
                passedOver.add(board);
                return false;
            }
            created.add(board);
        }
        return true;
    }

    private static boolean isBelow(BoardCreated begins, String above) {
        return begins.parent()
                .filter(parent ->
                        parent.boardId().equals(above) || parent.boardId().startsWith(above + "~"))
                .isPresent();
    }

    private static boolean isNamed(Json blueprint, String name) {
        return blueprint instanceof JsonObject object
                && object.get("name").filter(Json.of(name)::equals).isPresent();
    }

    /** Those of them that somebody has created. */
    public Set<String> created() {
        return Set.copyOf(created);
    }
}
