/** What tests of several modules need on a busy machine: time enough, and ports that nobody else takes. */
package io.patchboard.gateway.patience;
