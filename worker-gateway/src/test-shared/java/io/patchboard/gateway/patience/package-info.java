/** How long tests of several modules wait for what must come. */
package io.patchboard.gateway.patience;
