/** Pictures of the results, for the documents. */
package io.patchboard.bench.plot;
