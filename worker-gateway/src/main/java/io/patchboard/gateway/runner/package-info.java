/**
 * Runs workers: code in this JVM, programs beside it and services elsewhere, behind
 * {@link io.patchboard.gateway.runner.Runner}.
 *
 * <p>A runner answers always and in bounded time. A worker that throws, hangs, dies, floods its output or talks
 * nonsense becomes an answer that says so; nothing that a worker does reaches the gateway as an exception.
 *
 * <h2>Threads</h2>
 *
 * <p>{@link io.patchboard.gateway.runner.Runner#run} starts a call and returns at once. {@code TimedCalls} is the one
 * place where calls are started, timed, cancelled and counted: the call is on a thread of its own, and an alarm answers
 * for it when it has taken as long as is allowed. Calls of models and endpoints are virtual threads themselves.
 * Calls of workers in Java are not, as nobody knows what they do; {@code JavaRunner} owns their pool. Programs have no
 * calls: {@code ProcessRunner} owns one virtual thread for each process slot, which takes the next invocation, talks to
 * the process and keeps the time, and each {@code ProgramProcess} owns three platform threads, one for each pipe, since
 * reading a pipe blocks. Nobody but its slot's thread uses a process.
 *
 * <h2>Programs</h2>
 *
 * <p>A program gets one invocation as a line of JSON on stdin, writes one line of JSON on stdout, and is kept running
 * for the next. The protocol has no framing but the line and no numbers but an optional {@code invocationId}, so that a
 * shell script can speak it. What that costs, and how it is paid:
 *
 * <ul>
 *   <li>A line out of turn could be taken for the answer to something else. So a process is asked again only if it has
 *       named the invocation in its answer, and then has to name it in every answer: one that names none is asked once,
 *       and another process is asked the next time. What a program writes between two invocations is dropped, a line
 *       that names another invocation is skipped, and a program that writes anything but an answer is killed rather
 *       than trusted to be in step again.
 *   <li>A program that exits between two invocations is started anew. Whether it exits before or after it took the next
 *       line cannot be seen, so a process that has answered before and ends without a word gets one retry in a new
 *       process; one that has never answered does not.
 *   <li>A program that dies at every start is not started in a loop: the pauses between starts grow from 100 ms to 10 s
 *       until an answer comes.
 *   <li>A full pipe blocks whoever writes to it, a quiet one whoever reads. Both belong to threads of the process,
 *       never to the thread that keeps the time.
 *   <li>Children of a program may hold its pipes open after it is gone. All that it started is killed, found by its
 *       process group, by the tree of processes and by a mark in the environment, and the end of the process counts
 *       even where the end of its output never comes.
 * </ul>
 */
package io.patchboard.gateway.runner;
