/** How threads are made. */
package io.patchboard.gateway.thread;
