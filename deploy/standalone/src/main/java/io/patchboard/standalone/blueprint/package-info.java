/** A blueprint as people write it, in YAML or JSON, and all that there is to say about it: for files and for HTTP. */
package io.patchboard.standalone.blueprint;
