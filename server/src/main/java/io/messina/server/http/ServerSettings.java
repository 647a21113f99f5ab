package io.messina.server.http;

import io.messina.server.config.Configuration;
import io.messina.server.config.Options;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * The options of the HTTP server.
 *
 * @param listening where
 * @param bodies how large bodies may be
 * @param connections how many there may be, and how slow
 * @param drainMax the time for running requests when the server stops
 * @param readyFile gets the base URL
 */
public record ServerSettings(
    Listening listening,
    BodyLimits bodies,
    ConnectionLimits connections,
    Duration drainMax,
    Optional<Path> readyFile) {

  /**
   * Takes them. Of the time to stop requests get three quarters: the rest is for the later steps.
   */
  public static ServerSettings of(Configuration configuration) {
    return new ServerSettings(
        Listening.of(configuration),
        BodyLimits.of(
            configuration.get(Options.BODY_MAX),
            configuration.find(Options.DECOMPRESSED_MAX),
            configuration.find(Options.BODIES_MAX),
            Runtime.getRuntime().maxMemory()),
        ConnectionLimits.of(configuration.find(Options.CONNECTIONS_MAX)),
        configuration.get(Options.DRAIN_MAX).multipliedBy(3).dividedBy(4),
        configuration.find(Options.READY_FILE));
  }
}
