/** What one commit costs in memory, ours and the others', as JMH benchmarks. */
package io.patchboard.bench.core;
