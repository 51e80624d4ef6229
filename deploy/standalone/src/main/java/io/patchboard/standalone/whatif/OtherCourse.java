package io.patchboard.standalone.whatif;

import io.patchboard.json.Json;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.apply.CorruptLogException;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.replay.whatif.WhatIf;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.LogEntry;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes entries of many boards, each board's in order, and lets each board meet the other blueprint. */
public final class OtherCourse {

    private static final Logger LOG = LoggerFactory.getLogger(OtherCourse.class);

    private final Blueprint other;
    private final WhatIf.Mode mode;
    private final ChosenBoards chosen;
    private final Blueprints blueprints = new Blueprints();
    private final Map<String, WhatIf> courses = new TreeMap<>();
    private final Map<String, Json> created = new TreeMap<>();
    private final SortedMap<String, String> damaged = new TreeMap<>();

    public OtherCourse(Blueprint other, WhatIf.Mode mode, ChosenBoards chosen) {
        this.other = other;
        this.mode = mode;
        this.chosen = chosen;
    }

    /** Takes the next entry of a board. */
    public void accept(LogEntry entry) {
        String board = entry.boardId();
        if (damaged.containsKey(board)) {
            return;
        }
        if (!chosen.has(entry)) {
            courses.remove(board);
            return;
        }
        if (entry.event() instanceof BoardCreated begins) {
            created.put(board, begins.blueprint());
        }
        try {
            courses.computeIfAbsent(board, id -> new WhatIf(id, other, blueprints, mode))
                    .accept(entry);
        } catch (RuntimeException e) {
            courses.remove(board);
            damaged.put(board, why("entry " + entry.sequence(), e));
        }
    }

    /**
     * Puts together what was found since the last end; those boards are not kept. One that nobody created is left out.
     */
    public void end(Comparison into) {
        courses.forEach((board, course) -> {
            if (created.containsKey(board)) {
                try {
                    into.add(board, created.get(board), course.end());
                } catch (RuntimeException e) {
                    damaged.put(board, why("its end", e));
                }
            }
        });
        courses.clear();
        created.clear();
    }

    /** What is wrong with a log is said by it; anything else is a fault of ours, and its words are for who mends it. */
    private static String why(String where, RuntimeException e) {
        if (e instanceof CorruptLogException) {
            return e.getMessage();
        }
        LOG.debug("A board could not be judged at {}.", where, e);
        return "Expected to follow its log, but at " + where + " there is a fault in PatchBoard itself ("
                + e.getClass().getSimpleName() + "). PATCHBOARD_LOG=DEBUG shows where; please report it.";
    }

    /** Boards whose logs could not be followed, with the reason. */
    public SortedMap<String, String> damaged() {
        return damaged;
    }
}
