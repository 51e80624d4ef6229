/** {@code patchboard blob}: the bytes that boards point to. */
package io.patchboard.standalone.cli.blob;
