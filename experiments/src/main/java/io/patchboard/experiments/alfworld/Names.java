package io.patchboard.experiments.alfworld;

import io.patchboard.experiments.pddl.World;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * What players call things. An id such as {@code desk_bar__plus_01_dot_19} is a kind and a place; its name is the kind
 * and a number. As in ALFWorld, numbers go down as ids go up.
 */
final class Names {

    private static final String BAR = "_bar_";
    private static final String BASIN = "basin";

    private final Map<String, String> names = new HashMap<>();
    private final Map<String, String> ids = new HashMap<>();

    Names(World world) {
        TreeSet<String> sorted = new TreeSet<>(world.objects("object"));
        sorted.addAll(world.objects("receptacle"));
        Map<String, List<String>> kinds = new HashMap<>();
        sorted.stream()
                .filter(id -> id.contains(BAR))
                .forEach(id -> kinds.computeIfAbsent(kind(id), none -> new ArrayList<>())
                        .add(id));
        kinds.forEach((kind, all) -> {
            for (int i = 0; i < all.size(); i++) {
                String name = kind + " " + (all.size() - i);
                names.put(all.get(i), name);
                ids.put(name, all.get(i));
            }
        });
    }

    private static String kind(String id) {
        String kind = id.substring(0, id.indexOf(BAR));
        return id.contains(BASIN) ? kind + BASIN : kind;
    }

    /** The id itself, for what has no name of its own. */
    String name(String id) {
        return names.getOrDefault(id, id);
    }

    Optional<String> id(String name) {
        return Optional.ofNullable(ids.get(name));
    }
}
