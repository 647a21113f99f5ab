package io.messina.server.config;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** The version that the build wrote into the server. */
public final class ServerVersion {

  /** As in {@code 0.1.0}. */
  public static final String TEXT = read();

  private ServerVersion() {}

  private static String read() {
    try (InputStream version =
        Objects.requireNonNull(ServerVersion.class.getResourceAsStream("version.txt"))) {
      return new String(version.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
