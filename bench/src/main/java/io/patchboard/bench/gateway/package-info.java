/** What a gateway passes from its queue to a worker and on, without a kernel. */
package io.patchboard.bench.gateway;
