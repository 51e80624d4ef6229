/** The tables of docs/performance.md, made from the results. */
package io.patchboard.bench.report;
