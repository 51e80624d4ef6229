/** What the parts of PatchBoard count and time, and how it is shown to Prometheus. */
package io.patchboard.metrics;
