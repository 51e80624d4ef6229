/** Others that keep the shared state of agents, doing the same work. */
package io.patchboard.bench.peer;
