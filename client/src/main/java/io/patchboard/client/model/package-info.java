/**
 * The read model: what the boards' logs hold, on disk, so that memory does not grow with boards, ids or their logs.
 *
 * <p>Guarantee: what is read here was committed; it may be some milliseconds behind the log, and is never ahead of it.
 * Whatever is sent to the kernel, the heap that this takes is that of three batches of records, of the boards that are
 * kept as objects (a part of the heap, counted by {@link io.patchboard.kernel.state.BoardSize}), and of what is being
 * answered.
 *
 * <p>How: {@link io.patchboard.client.model.LogFollower} reads every topic of the log, in any order, and
 * {@link io.patchboard.client.model.ModelStore} keeps each entry under its board and sequence in an SQLite
 * database, with a summary of each board and the position of each partition in the same transaction. So a log is one
 * range of the database, and a start goes on where the last one ended.
 * {@link io.patchboard.client.model.BoardModel} folds a board with the kernel's own applier when somebody asks for
 * it, and the objects that were asked for last go on from where they are. Boards with long logs are kept as they were
 * every thousand entries ({@link io.patchboard.client.model.Checkpoints}), so that any version is a short fold.
 *
 * <p>Beside the entries it keeps what each tells of verdicts ({@link io.patchboard.client.model.VerdictFact}), so that
 * where the rejections go ({@link io.patchboard.client.model.Rejections}) is counted without reading a log. Clauses are
 * named when somebody asks, by the blueprint's text: a rejection may be kept before the creation of its board is.
 *
 * <p>The database can be thrown away: it is made again from the topics. It is, by itself, when a topic is not the one
 * that was read.
 */
package io.patchboard.client.model;
