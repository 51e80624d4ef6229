/** The service as its users see it: records in, committed records out, over a real broker. */
package io.patchboard.bench.service;
