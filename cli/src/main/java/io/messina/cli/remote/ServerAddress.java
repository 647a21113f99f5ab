package io.messina.cli.remote;

import io.messina.client.MessinaClient;
import io.messina.client.MessinaClientBuilder;
import io.messina.client.error.RetryPolicy;
import io.messina.server.config.ConfigurationException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The server that a command asks, or several of one keyspace. */
public final class ServerAddress {

  /** Where a server is unless it was told otherwise. */
  public static final String STANDARD = "http://127.0.0.1:8420";

  private static final RetryPolicy PATIENT =
      new RetryPolicy(1000, Duration.ofMillis(100), Duration.ofSeconds(2), Duration.ofMinutes(2));

  @Option(
      names = "--url",
      paramLabel = "URL",
      defaultValue = "${env:MESSINA_URL:-" + STANDARD + "}",
      description = {
        "The server, or several of one keyspace with commas between, of which the first that"
            + " answers is asked: by default MESSINA_URL, or "
            + STANDARD
            + " where it is not set."
      })
  private ServerUrls urls = ServerUrls.parse(STANDARD);

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = {
        "A file with the token that the server asks for, in its first line: by default the token"
            + " MESSINA_TOKEN, or the file MESSINA_TOKEN_FILE, of the environment."
      })
  private @Nullable Path tokenFile;

  @Option(
      names = "--ca-file",
      paramLabel = "FILE",
      description = {
        "A PEM file with the certificate authorities of servers with https: by default"
            + " MESSINA_CA_FILE of the environment, else those of Java."
      })
  private @Nullable Path authorities;

  /**
   * A client with the usual patience.
   *
   * @return to be closed
   */
  public MessinaClient connect() {
    return built(client());
  }

  /**
   * Returns a client for long work: it waits up to two minutes for a server that is away.
   *
   * @return to be closed
   */
  public MessinaClient connectPatiently() {
    return built(client().retries(PATIENT));
  }

  /**
   * Begins a client.
   *
   * @return with all defaults
   */
  public MessinaClientBuilder client() {
    MessinaClientBuilder client = MessinaClient.builder(urls.all());
    if (authorities != null) {
      var _ = client.authorities(authorities);
    }
    Path token = tokenFile;
    return token == null ? client : checked(() -> client.tokenFile(token));
  }

  private static MessinaClient built(MessinaClientBuilder client) {
    return checked(client::build);
  }

  /** Files with tokens and certificates may be wrong. */
  private static <T> T checked(Supplier<T> making) {
    try {
      return making.get();
    } catch (IllegalArgumentException e) {
      throw new ConfigurationException(String.valueOf(e.getMessage()));
    }
  }
}
