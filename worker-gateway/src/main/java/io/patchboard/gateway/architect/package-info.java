/**
 * Has a model write a blueprint: {@link io.patchboard.gateway.architect.Architect} asks, has the reply checked, and
 * hands what is wrong back to the model, a bounded number of times.
 *
 * <p>A reply is text of unknown worth. Nothing of it is used but the one blueprint in it, and that only if the caller's
 * {@link io.patchboard.gateway.architect.BlueprintCheck} has nothing against it. What a blueprint can do is bounded by
 * its language: it names roles, not programs, and reads no file and no address. Who may be there and write what is for
 * the check to bound.
 *
 * <p>The prompts are files in {@code /architect} on the class path. The language is told from its own documents: the
 * reference for people, the meta-schema and two examples that are run by tests, so the model learns what the compiler
 * accepts. What never changes stands first, so that providers can keep it in their caches. The board's input is told as
 * data: JSON in which every {@code <} is written as a code, so that it cannot end the part of the prompt that holds it.
 */
package io.patchboard.gateway.architect;
