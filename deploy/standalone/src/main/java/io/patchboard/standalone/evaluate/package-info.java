/** Serves the workers that evaluate what the states of a state machine say of data. */
package io.patchboard.standalone.evaluate;
