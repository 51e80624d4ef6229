/**
 * What the states of a state machine make of data: paths, payload templates, intrinsic functions and JSONata, as pure
 * functions of what an invocation shows. They are evaluated by workers, never in a kernel; {@link
 * io.patchboard.workflow.evaluate.StateEvaluator} is the way in.
 */
package io.patchboard.workflow.evaluate;
