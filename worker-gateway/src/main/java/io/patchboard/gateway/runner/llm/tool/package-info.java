/**
 * The tools that a language model may call before it answers an invocation.
 *
 * <p>{@link io.patchboard.gateway.runner.llm.tool.ToolBox} has those of one worker: it finds out at the start what they
 * are, and refuses to start with more than a model can handle. Each tool is a
 * {@link io.patchboard.gateway.runner.llm.tool.CallableTool}, which does nothing but ask its server, endpoint, program
 * or class. {@link io.patchboard.gateway.runner.llm.tool.CheckedTool} around it holds arguments and results to the
 * tool's schemas, by the kernel's own validator, times the call, cuts the result and takes secrets out of it. So of
 * whatever a tool does there is one outcome, in bounded time and of bounded size, that the model is told of.
 *
 * <p>What was called, for how long, and the hashes of what went in and came out is a
 * {@link io.patchboard.gateway.runner.llm.tool.Trajectory}.
 */
package io.patchboard.gateway.runner.llm.tool;
