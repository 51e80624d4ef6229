package io.patchboard.experiments.jobshop;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A job shop: each job is a sequence of operations, each on a machine of its own, for a time. A machine does one
 * operation at a time, and none is interrupted.
 *
 * @param jobs the steps of each, in their order
 * @param machines how many there are
 */
public record Instance(List<List<Step>> jobs, int machines) {

    /**
     * @param machine from 0
     * @param duration in units of time, at least 1
     */
    public record Step(int machine, int duration) {}

    public Instance {
        jobs = jobs.stream().map(List::copyOf).toList();
        for (int job = 0; job < jobs.size(); job++) {
            List<Integer> visited = jobs.get(job).stream().map(Step::machine).toList();
            if (visited.stream().distinct().count() < visited.size()) {
                throw new IllegalArgumentException("Expected each job to visit a machine once at most, but job "
                        + (job + 1) + " visits " + visited + ".");
            }
        }
    }

    /**
     * Reads the standard form: jobs and machines, then a line for each job of pairs of machine, from 0, and duration.
     *
     * @throws IllegalArgumentException that says what was expected and found, and where
     */
    public static Instance parse(String text) {
        List<String> lines =
                text.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
        int[] sizes = lines.isEmpty() ? new int[0] : numbers(lines.get(0), 1);
        if (sizes.length != 2 || sizes[0] < 1 || sizes[1] < 1 || lines.size() != sizes[0] + 1) {
            throw new IllegalArgumentException(
                    "Expected a line of two numbers, jobs and machines, and then a line for each job, but got "
                            + lines.size() + " lines"
                            + (lines.isEmpty() ? "." : ", the first of which is \"" + lines.get(0) + "\"."));
        }
        return new Instance(
                IntStream.rangeClosed(1, sizes[0])
                        .mapToObj(line -> job(numbers(lines.get(line), line + 1), sizes[1], line + 1))
                        .toList(),
                sizes[1]);
    }

    private static List<Step> job(int[] numbers, int machines, int line) {
        if (numbers.length == 0 || numbers.length % 2 != 0) {
            throw new IllegalArgumentException("Expected pairs of machine and duration in line " + line + ", but got "
                    + numbers.length + " numbers.");
        }
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < numbers.length; i += 2) {
            if (numbers[i] < 0 || numbers[i] >= machines || numbers[i + 1] < 1) {
                throw new IllegalArgumentException("Expected a machine from 0 to " + (machines - 1)
                        + " and a duration of at least 1 in line " + line + ", but got " + numbers[i] + " and "
                        + numbers[i + 1] + ".");
            }
            steps.add(new Step(numbers[i], numbers[i + 1]));
        }
        return steps;
    }

    private static int[] numbers(String line, int number) {
        try {
            return Stream.of(line.split("\\s+")).mapToInt(Integer::parseInt).toArray();
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "Expected numbers with blanks between in line " + number + ", but got \"" + line + "\".");
        }
    }

    Step step(Op op) {
        return jobs.get(op.job()).get(op.step());
    }

    /** All operations, job by job. */
    List<Op> ops() {
        List<Op> ops = new ArrayList<>();
        for (int job = 0; job < jobs.size(); job++) {
            for (int step = 0; step < jobs.get(job).size(); step++) {
                ops.add(new Op(job, step));
            }
        }
        return ops;
    }

    /** The time that all would take, one after the other. */
    int total() {
        return jobs.stream().flatMap(List::stream).mapToInt(Step::duration).sum();
    }
}
