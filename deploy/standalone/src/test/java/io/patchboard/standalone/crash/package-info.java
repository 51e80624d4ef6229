/**
 * The kernel is killed at random moments, again and again, under a load of good and bad requests; then the log is held
 * against what was sent. How to run it for longer, and what it measured: {@code docs/reliability.md}.
 */
package io.patchboard.standalone.crash;
