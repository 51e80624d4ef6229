/**
 * Bytes that are too large for a state, or no text: blobs. A state points to one by a
 * {@link io.patchboard.record.BlobHandle}; the bytes are in a {@link io.patchboard.gateway.blob.BlobStore}, under their
 * SHA-256, and whoever reads them there gets those or none.
 */
package io.patchboard.gateway.blob;
