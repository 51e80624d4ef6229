/** Gateways against a real broker; the test stands in for the kernel. */
package io.patchboard.standalone.gateway;
