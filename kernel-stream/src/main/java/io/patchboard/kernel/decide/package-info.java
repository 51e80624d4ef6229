/**
 * Deciding: {@code decide(board, input, time) -> log entries}, a pure function.
 *
 * <p>A proposal goes through one file for each stage, in the order of {@link io.patchboard.record.Stage}:
 *
 * <ol>
 *   <li>{@link io.patchboard.kernel.decide.stage.Admission}: may this worker speak now?
 *   <li>{@link io.patchboard.kernel.decide.stage.Syntax}: is it a JSON Patch, within the limits?
 *   <li>{@link io.patchboard.kernel.decide.stage.Authorization}: does the contract grant each operation at each path?
 *   <li>{@link io.patchboard.kernel.decide.stage.Application}: does it apply, tests included?
 *   <li>{@link io.patchboard.kernel.decide.stage.Precondition}: has nobody changed what it overwrites?
 *   <li>{@link io.patchboard.kernel.decide.stage.SchemaCheck}: does the state still satisfy the schema?
 *   <li>{@link io.patchboard.kernel.decide.stage.InvariantCheck}: do the invariants hold?
 *   <li>{@link io.patchboard.kernel.decide.stage.BudgetCheck}: can the board afford it?
 * </ol>
 *
 * <p>Rooms depend one way: this one, which puts the parts together, {@code → dispatch → ending → { stage, log }}.
 *
 * <p>Everything that follows from an input (the commit, the end of the board, invocations, retries) is decided at once
 * and returned together, so that it can be written in one transaction. Nothing here knows Kafka, a clock or chance:
 * time comes with the input, ids from a keyed hash.
 */
package io.patchboard.kernel.decide;
