package io.patchboard.kernel.decide.log;

import io.patchboard.kernel.state.Board;
import io.patchboard.record.LogEntry;
import java.util.List;

/**
 * What follows from one input.
 *
 * @param entries in order of their sequence; none if the input was seen before or nothing was due
 * @param board after the entries
 * @param work units of {@link io.patchboard.kernel.work.Work} that it took
 */
public record Decision(List<LogEntry> entries, Board board, long work) {}
