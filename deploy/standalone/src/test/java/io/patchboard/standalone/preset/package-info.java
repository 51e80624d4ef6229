/** The blackboard preset, sentence by sentence, on the real decision core with the real referee. */
package io.patchboard.standalone.preset;
