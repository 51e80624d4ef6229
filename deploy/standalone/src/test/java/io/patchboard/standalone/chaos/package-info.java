/**
 * The bad night: brokers, kernels and gateways in networks of their own, and all that may happen to them, drawn from a
 * seed. How to run it, and what it measured: {@code docs/reliability.md}.
 */
package io.patchboard.standalone.chaos;
