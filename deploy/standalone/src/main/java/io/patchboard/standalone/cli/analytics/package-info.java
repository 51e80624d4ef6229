/** {@code patchboard rejections}: where the rejections go. */
package io.patchboard.standalone.cli.analytics;
