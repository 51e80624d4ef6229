/**
 * Records of every kind, damaged at random, sent to a kernel that is killed meanwhile: every one has its outcome, the
 * log replays, and boards beside go on.
 */
package io.patchboard.bench.fuzz;
