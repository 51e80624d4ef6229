/**
 * Talks to language models: {@link io.patchboard.gateway.llm.Models} from
 * {@link io.patchboard.gateway.llm.ModelConfig}s, and one call,
 * {@link io.patchboard.gateway.llm.LanguageModel#chat}, that brings an answer or a reason.
 *
 * <p>{@link io.patchboard.gateway.llm.protocol} knows what the providers say, {@link io.patchboard.calls} sends it.
 * What decides whether an answer arrives is done here:
 *
 * <ul>
 *   <li><b>Time.</b> A call ends by its deadline, whatever the endpoint does: connecting, headers, each byte of the
 *       body, pauses and turns all count.
 *   <li><b>Trying again.</b> 408, 425, 429, 5xx, broken connections, timeouts and responses that are none are tried
 *       again after pauses that double, or as long as the endpoint asks for ({@code Retry-After}), during which nobody
 *       asks that model. Other refusals are not.
 *   <li><b>Limits.</b> All who ask one model pass one {@code Gate}: so many at once, so many in a minute.
 *   <li><b>Another model.</b> A model that has a fallback gets two thirds of the time that is left. A model that
 *       answered that it refuses is not gone round.
 *   <li><b>Money.</b> Tokens are counted over all requests, also those whose answer could not be used, as far as the
 *       endpoint tells. Requests that were cut off tell nothing, and are paid for all the same.
 *   <li><b>Secrets.</b> Endpoints quote keys in their errors. Keys are taken out of a
 *       response before anything else reads it, and out of every message once more. A model that spells a key out
 *       letter by letter gets it through; it has to know it first.
 *   <li><b>Memory.</b> A response has at most 16 MiB.
 * </ul>
 *
 * <p>There are no threads here: a call holds the thread that makes it while it waits, which should be a virtual one,
 * and goes from {@code Models} (fallbacks) through {@code ConfiguredModel} (attempts, schemas that are refused) and
 * {@code Gate} (places and turns) to {@code Requests} (one request, one {@code Result}). All who ask one model share
 * its {@code ConfiguredModel}; what that keeps is in {@code Gate} and {@code RefusedSchemas}, each guarded by itself.
 * {@code Models} owns the {@link io.patchboard.calls.HttpCaller}; closing it ends every call.
 */
package io.patchboard.gateway.llm;
