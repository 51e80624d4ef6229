/** The kernel as a running service: its configuration, its topics, and its life from start to close. */
package io.patchboard.kernel.app;
