/**
 * What goes over the wire to a language model and comes back, for each kind of endpoint that is spoken to: an
 * {@link io.patchboard.gateway.llm.protocol.Ask} becomes the body of a request, and the text of a response a
 * {@link io.patchboard.gateway.llm.protocol.Reading}.
 *
 * <p>Pure functions over JSON: no clock, no network, no retries, no secrets. What a provider adds to its protocol and
 * nobody here asked for is passed over; what is not there, or of another type, counts as not said.
 */
package io.patchboard.gateway.llm.protocol;
