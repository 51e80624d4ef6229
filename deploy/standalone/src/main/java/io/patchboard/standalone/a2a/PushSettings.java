package io.patchboard.standalone.a2a;

import io.patchboard.calls.Outbound;
import java.nio.file.Path;

/**
 * That push notifications are sent.
 *
 * @param hosts that may be told: callers choose the addresses
 * @param file that keeps who wants to be told
 */
public record PushSettings(Outbound hosts, Path file) {}
