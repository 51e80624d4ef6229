/** What the process says on stderr: {@code logback.xml} sets the levels, this package the exceptions to them. */
package io.patchboard.standalone.logging;
