package io.patchboard.standalone.whatif;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.replay.whatif.WhatIf;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.LogEntry;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Takes entries of many boards, each board's in order, and lets each board meet the other blueprint. */
public final class OtherCourse {

    private final Blueprint other;
    private final WhatIf.Mode mode;
    private final Set<String> wanted;
    private final Optional<String> blueprintName;
    private final Blueprints blueprints = new Blueprints();
    private final Map<String, WhatIf> courses = new TreeMap<>();
    private final Map<String, Json> created = new TreeMap<>();
    private final Set<String> passedOver = new HashSet<>();
    private final SortedMap<String, String> damaged = new TreeMap<>();

    /**
     * @param wanted ids of boards; all if empty
     * @param blueprintName of the boards' own blueprint; any if absent
     */
    public OtherCourse(Blueprint other, WhatIf.Mode mode, Set<String> wanted, Optional<String> blueprintName) {
        this.other = other;
        this.mode = mode;
        this.wanted = Set.copyOf(wanted);
        this.blueprintName = blueprintName;
    }

    /** Takes the next entry of a board. */
    public void accept(LogEntry entry) {
        String board = entry.boardId();
        if (!wanted.isEmpty() && !wanted.contains(board) || passedOver.contains(board) || damaged.containsKey(board)) {
            return;
        }
        if (entry.event() instanceof BoardCreated begins) {
            if (blueprintName.filter(name -> !isNamed(begins.blueprint(), name)).isPresent()) {
                passedOver.add(board);
                courses.remove(board);
                return;
            }
            created.put(board, begins.blueprint());
        }
        try {
            courses.computeIfAbsent(board, id -> new WhatIf(id, other, blueprints, mode))
                    .accept(entry);
        } catch (RuntimeException e) {
            courses.remove(board);
            damaged.put(board, "#" + entry.sequence() + ": " + e.getMessage());
        }
    }

    private static boolean isNamed(Json blueprint, String name) {
        return blueprint instanceof JsonObject object
                && object.get("name").filter(Json.of(name)::equals).isPresent();
    }

    /** What was found, put together. Boards that nobody created are left out. */
    public void end(Comparison into) {
        courses.forEach((board, course) -> {
            if (created.containsKey(board)) {
                try {
                    into.add(board, created.get(board), course.end());
                } catch (RuntimeException e) {
                    damaged.put(board, "at its end: " + e.getMessage());
                }
            }
        });
        courses.clear();
    }

    /** Boards that exist among those that were asked about. */
    public Set<String> boards() {
        Set<String> found = new HashSet<>(created.keySet());
        found.addAll(damaged.keySet());
        return found;
    }

    /** Boards whose logs could not be followed, with the reason. */
    public SortedMap<String, String> damaged() {
        return damaged;
    }
}
