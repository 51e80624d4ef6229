/**
 * The demonstration: the example {@code evidence-review} on real questions, with scripted workers that err on purpose,
 * in one process.
 *
 * <p>{@link io.patchboard.standalone.demo.Demo} runs the boards one after the other, so that each can be read as a
 * story; what it finds out about each is a {@link io.patchboard.standalone.demo.Finding}, and
 * {@link io.patchboard.standalone.demo.Report} tells it.
 */
package io.patchboard.standalone.demo;
