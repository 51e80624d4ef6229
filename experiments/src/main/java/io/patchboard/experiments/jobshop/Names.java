package io.patchboard.experiments.jobshop;

/** What jobs and machines are called on a board: {@code J1}, {@code M1}, and so on. */
final class Names {

    private Names() {}

    static String job(int job) {
        return "J" + (job + 1);
    }

    static String machine(int machine) {
        return "M" + (machine + 1);
    }

    /** As {@code J1 on M3}. */
    static String of(Op op, Instance instance) {
        return job(op.job()) + " on " + machine(instance.step(op).machine());
    }

    /** @throws IllegalArgumentException if it is no name of a job or machine */
    static int number(String name) {
        if (!name.matches("[JM][1-9][0-9]{0,5}")) {
            throw new IllegalArgumentException("Expected a name such as J1 or M1, but got \"" + name + "\".");
        }
        return Integer.parseInt(name.substring(1)) - 1;
    }
}
