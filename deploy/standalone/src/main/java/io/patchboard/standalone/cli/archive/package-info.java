/** {@code patchboard archive}: the logs of boards that have ended, with their blobs, in files. */
package io.patchboard.standalone.cli.archive;
