/**
 * The contract test kit for workers: puts sample invocations and bad ones to a program or an HTTP endpoint, as a
 * gateway would, and says what the worker does wrong and how to mend it.
 *
 * <p>{@link io.patchboard.standalone.check.Subject} is the worker under test,
 * {@link io.patchboard.standalone.check.Samples} what it is asked, {@link io.patchboard.standalone.check.AnswerJudge}
 * what its answers are held to, and {@link io.patchboard.standalone.check.WorkerCheck} the course of the test. Where a
 * blueprint is given, the kernel's own decision core makes the invocation and judges the answer.
 */
package io.patchboard.standalone.check;
