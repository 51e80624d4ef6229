/**
 * Answers become proposals, and an answer is done with only when the broker has the proposal.
 *
 * <p>The id of a proposal follows from the id of its invocation. An invocation that is delivered twice, to one gateway
 * or to two, is so answered under one id, and the kernel lets only the first answer count. That is why the producer
 * needs no transaction: what it may repeat is harmless.
 */
package io.patchboard.gateway.submit;
