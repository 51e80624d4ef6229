/**
 * Language models as workers: an invocation becomes a prompt, the answer's text a patch.
 *
 * <p><b>The prompt</b> is laid out from what stays to what changes. The system's message has the role's task, the
 * format of an answer, the schemas and the contract: the same bytes for each invocation of a role, so that a provider
 * reads them from its cache. The user's message is the rest of the view. It breaks if something that changes (a time,
 * an attempt, an id) gets into the system's message; a test compares them. All texts are resource files.
 *
 * <p><b>The answer</b> is one JSON object, {@code {"patch": [...]}}, because providers hold models to objects only. Its
 * JSON Schema is derived from the contract, so that a provider which knows how keeps the model to its own operations
 * and paths. That saves rejections. It grants nothing: the kernel judges the patch in any case, so what a schema cannot
 * express is left open in it.
 *
 * <p><b>The reader</b> is tolerant about what stands around a patch and never about the patch: it unwraps, it does not
 * guess. What it did is reported in {@code usage.repairs}. An answer cut off in the middle is an error, however
 * well it could be completed, and so are two different answers in one. An error quotes a few words of the answer and
 * reports what was paid for it.
 *
 * <p><b>Tools</b>, where a worker has any ({@link io.patchboard.gateway.runner.llm.tool}), are called in between:
 * {@code ToolLoop} goes on until the model answers, and is bounded. What they are is told with the system's message and
 * is as much the same each time.
 *
 * <p>What it costs: a virtual thread for each invocation, which waits for its turn at the model.
 */
package io.patchboard.gateway.runner.llm;
