package io.messina.client;

import io.messina.client.internal.Surroundings;
import java.net.URI;
import java.util.List;

/** Clients whose time is the test's. */
public final class TestClient {

  private TestClient() {}

  /**
   * Begins a client.
   *
   * @param url of the server
   * @param surroundings the time and chance of the test
   * @return a builder with all other defaults
   */
  public static MessinaClientBuilder builder(URI url, Surroundings surroundings) {
    return builder(List.of(url), surroundings);
  }

  /**
   * Begins a client of several servers.
   *
   * @param urls of the servers
   * @param surroundings the time and chance of the test
   * @return a builder with all other defaults
   */
  public static MessinaClientBuilder builder(List<URI> urls, Surroundings surroundings) {
    return MessinaClient.builder(urls).surroundings(surroundings);
  }
}
