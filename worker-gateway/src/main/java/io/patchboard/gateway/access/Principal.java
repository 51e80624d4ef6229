package io.patchboard.gateway.access;

import io.patchboard.record.Word;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Somebody who calls.
 *
 * @param name as it stands in logs, for what he asked
 * @param rights on every board
 * @param propose the workers in whose name he may propose; {@link #ANY} among them stands for all
 * @param answer the queues whose invocations he may take and answer; as for {@code propose}
 */
public record Principal(String name, Set<Right> rights, Set<String> propose, Set<String> answer) {

    /** In place of a name: all of them. */
    public static final String ANY = "*";

    /** Who calls where nobody is told apart. */
    public static final Principal LOCAL = new Principal("local", EnumSet.allOf(Right.class), Set.of(ANY), Set.of(ANY));

    /** Who brings a link: he may look at what it is about, and decide it. */
    static Principal withLink(String name) {
        return new Principal(name, EnumSet.of(Right.READ, Right.APPROVE), Set.of(), Set.of());
    }

    public Principal {
        rights = Set.copyOf(rights);
        propose = Set.copyOf(propose);
        answer = Set.copyOf(answer);
    }

    public boolean may(Right right) {
        return rights.contains(right);
    }

    public boolean mayPropose(String worker) {
        return has(propose, worker);
    }

    public boolean mayAnswer(String queue) {
        return has(answer, queue);
    }

    private static boolean has(Set<String> names, String name) {
        return names.contains(ANY) || names.contains(name);
    }

    /** What he may do, for messages. */
    @Override
    public String toString() {
        List<String> all = new ArrayList<>();
        EnumSet.allOf(Right.class).stream().filter(this::may).map(Word::word).forEach(all::add);
        if (!propose.isEmpty()) {
            all.add("propose as " + names(propose, "any worker"));
        }
        if (!answer.isEmpty()) {
            all.add("answer " + names(answer, "any queue"));
        }
        return name + ", who may " + (all.isEmpty() ? "do nothing" : String.join("; ", all));
    }

    private static String names(Set<String> names, String any) {
        return names.contains(ANY) ? any : String.join(", ", new TreeSet<>(names));
    }
}
