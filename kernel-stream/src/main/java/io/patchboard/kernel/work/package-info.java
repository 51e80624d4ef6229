/**
 * One meter for all that a record brings about.
 *
 * <p>Whoever sent a record, deciding on it may take {@link Work#LIMIT}: a stream thread has other boards to serve, and
 * its transaction a timeout. So whatever grows with something that a client chooses, places that are visited,
 * characters that are matched, bytes that are hashed, is charged to the one {@link Work} of its decision before it is
 * done. What a unit stands for was measured once; from then on it is a number like any other, the same on every machine
 * and whatever is in a cache, so that all kernels come to the same verdict.
 *
 * <p>Checking a state against its schema is charged here as if nothing was remembered of it, and has a bound of its own
 * besides.
 */
package io.patchboard.kernel.work;
