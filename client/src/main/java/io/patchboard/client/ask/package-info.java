/** Commands and proposals, and what the kernel makes of them, for callers who wait. */
package io.patchboard.client.ask;
