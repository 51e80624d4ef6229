/**
 * The blackboard preset: a blueprint, a workers file and the workers that make a board behave as jeevesagent's {@code
 * BlackboardArchitecture} does. A problem is posted; round by round a coordinator picks who contributes next, or the
 * agents take turns; in the end a decider writes the answer.
 *
 * <p>A blueprint only says who may do what and who comes next. What that architecture's loop does beside, in Python, is
 * here the work of one deterministic worker, the {@link io.patchboard.gateway.preset.blackboard.Referee}: it posts
 * entries, counts rounds and judges the coordinator's decisions. It alone may write {@code /public}, so nobody can sign
 * with another's name or backdate an entry; an agent writes a draft at a place of its own. The referee keeps nothing in
 * memory: what it does follows from the board's state, so any gateway may do its next step, and one that is killed is
 * simply asked again.
 *
 * <p>Whatever goes wrong with a coordinator, an agent or the decider ends at the referee: policies catch spent
 * attempts, and a rule on {@code quiescent} catches answers that change nothing. A round is then used up, so a board
 * always ends after its last one. The cost is one invocation of the referee for each decision and for each
 * contribution.
 */
package io.patchboard.gateway.preset.blackboard;
