/**
 * Applying: the only code that makes the next board from a board and a log entry.
 *
 * <p>The live kernel, replay and the read side all fold the same log with this code, which is why they agree.
 */
package io.patchboard.kernel.apply;
