/** States, patches and records that all benches share. */
package io.patchboard.bench.load;
