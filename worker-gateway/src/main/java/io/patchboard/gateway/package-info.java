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
 * <h2>Threads</h2>
 *
 * <p>What waits, waits on a virtual thread of its own and is written from top to bottom. Platform threads are these,
 * each with one owner that starts and ends it:
 *
 * <table>
 *   <caption>Platform threads of a gateway</caption>
 *   <tr><th>Thread</th><th>Owner</th><th>Does</th></tr>
 *   <tr><td>{@code patchboard-gateway}</td><td>{@code Gateway}</td><td>polls the source and dispatches; the only one
 *       that uses the source and the {@code Dispatcher}</td></tr>
 *   <tr><td>{@code patchboard-gateway-shutdown}</td><td>{@code GatewayProgram}</td><td>closes the gateway when its
 *       program is asked to end; begins only then</td></tr>
 *   <tr><td>{@code patchboard-share-N}</td><td>{@code source.ShareLanes}</td><td>one member of the share group each,
 *       the only one that uses its consumer; as many as it takes</td></tr>
 *   <tr><td>{@code patchboard-limits}</td><td>{@code limit.FleetLimits}</td><td>the member of the group in which
 *       gateways share their limits, if there are any; the only one that uses its consumer</td></tr>
 *   <tr><td>{@code worker-NAME-N}</td><td>{@code runner.JavaRunner}</td><td>calls of a worker in Java</td></tr>
 *   <tr><td>{@code tool-NAME-N}</td><td>{@code runner.llm.tool.JavaTool}</td>
 *       <td>calls of a model's tool in Java</td></tr>
 *   <tr><td>{@code worker-NAME-PID-stdin}, {@code -stdout}, {@code -stderr}</td><td>{@code runner.ProgramProcess}</td>
 *       <td>the pipes of one process</td></tr>
 *   <tr><td>{@code patchboard-program-starter}</td><td>{@code runner.ProcessGroup}</td><td>starts all programs; never
 *       ends, since they would end with it</td></tr>
 *   <tr><td>{@code patchboard-alarms}</td><td>{@code thread.Alarm}</td><td>waits for all that is to be done later, and
 *       starts a virtual thread for each when it is due; one for the JVM, never ends</td></tr>
 *   <tr><td>{@code patchboard-http-queue-NAME}</td><td>{@code http.lease.PolledQueue}</td><td>reads a queue that is
 *       polled over HTTP, while somebody does</td></tr>
 *   <tr><td>{@code patchboard-outcomes}, {@code -search}, {@code -requests}</td><td>{@code client.ask.Outcomes}</td>
 *       <td>follow the log, look back in it, and send requests for those who ask over HTTP</td></tr>
 * </table>
 *
 * <p>Beside them stand those of the libraries: Kafka's producer (one) and consumers (one each), Jetty's, and one of
 * each JDK client ({@link io.patchboard.calls.HttpCaller}: HTTP workers have one together, a set of models has one).
 *
 * <p>What threads share is guarded where it lives, and nothing else is locked: {@code InFlight} and {@code WorkerSlots}
 * (monitors, never held while a job runs), {@code Dispatcher.known} (a concurrent map), and what a source is told by
 * {@code Delivery.ack} and {@code release}, which any thread may call and which only puts a note in a queue. An
 * answer's way from the runner to the producer and back to the source is a chain of futures: each part runs on
 * whichever thread completed the one before, and {@code Dispatcher} leaves the producer's thread for a virtual one.
 *
 * <p>Every gateway of a group must serve the same workers, because an invocation for a worker that a gateway does not
 * serve is skipped, and left to the kernel's timeout. Workers that run elsewhere belong to a queue or a group of their
 * own.
 */
package io.patchboard.gateway;
