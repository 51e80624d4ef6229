/** What a cluster is like on which PatchBoard runs, or is to: {@code patchboard doctor}. */
package io.patchboard.standalone.doctor;
