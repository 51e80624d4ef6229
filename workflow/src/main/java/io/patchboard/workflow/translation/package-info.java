/** What reading workflows of other languages has in common, whichever language it is. */
package io.patchboard.workflow.translation;
