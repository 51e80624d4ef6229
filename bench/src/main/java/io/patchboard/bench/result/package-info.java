/** What was measured, and on what, as JSON files that plots and documents are made from. */
package io.patchboard.bench.result;
