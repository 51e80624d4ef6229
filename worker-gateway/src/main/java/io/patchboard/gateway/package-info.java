/**
 * The worker gateway: takes invocations from Kafka, runs workers, and sends their answers back as proposals.
 *
 * <pre>
 * source ── Delivery ──▶ Dispatcher ── Invocation ──▶ runner ── Answer ──▶ submit ── PatchProposal ──▶ Kafka
 *    ▲                                                                        │
 *    └──────────────── ack, once the broker has the proposal ◀────────────────┘
 * </pre>
 *
 * <p>A gateway keeps no state. It may be killed at any moment and run as often as wanted: gateways of one group share
 * the work, and what one of them left unfinished is delivered to another. An answer is under way at least once; that it
 * counts once is up to the kernel, which drops a proposal id that it has seen, and a proposal's id follows from its
 * invocation's.
 *
 * <p>What runs is bounded for each worker by itself ({@code WorkerSlots}); what comes beyond that is parked, still
 * locked or uncommitted, up to a bound for all workers together ({@code InFlight}). A stop gives back what is parked,
 * waits for what runs, and gives back the rest.
 *
 * <p>Every gateway of a group must serve the same workers, because an invocation for a worker that a gateway does not
 * serve is skipped, and left to the kernel's timeout. Workers that run elsewhere belong to a queue or a group of their
 * own.
 */
package io.patchboard.gateway;
