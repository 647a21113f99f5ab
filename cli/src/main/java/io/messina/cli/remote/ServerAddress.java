package io.messina.cli.remote;

import io.messina.client.MessinaClient;
import io.messina.client.MessinaClientBuilder;
import io.messina.client.error.RetryPolicy;
import java.time.Duration;
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

  /**
   * A client with the usual patience.
   *
   * @return to be closed
   */
  public MessinaClient connect() {
    return client().build();
  }

  /**
   * Returns a client for long work: it waits up to two minutes for a server that is away.
   *
   * @return to be closed
   */
  public MessinaClient connectPatiently() {
    return client().retries(PATIENT).build();
  }

  /**
   * Begins a client.
   *
   * @return with all defaults
   */
  public MessinaClientBuilder client() {
    return MessinaClient.builder(urls.all());
  }
}
