/** What a worker of the examples is shown. */
package io.patchboard.examples.view;
