package io.messina.cli.remote;

import io.messina.client.MessinaClient;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The servers of a keyspace, of which a command asks the first that answers.
 *
 * @param all at least one
 */
public record ServerUrls(List<URI> all) {

  /**
   * Reads URLs.
   *
   * @param text with commas between them
   * @return the URLs
   * @throws IllegalArgumentException if one is wrong, or two are the same
   */
  public static ServerUrls parse(String text) {
    List<URI> all = Arrays.stream(text.split(",", -1)).map(ServerUrls::url).toList();
    var _ = MessinaClient.builder(all);
    return new ServerUrls(all);
  }

  private static URI url(String text) {
    try {
      URI url = new URI(text.strip());
      var _ = MessinaClient.builder(url);
      return url;
    } catch (URISyntaxException | IllegalArgumentException _) {
      throw new IllegalArgumentException(
          text + " (expected: a URL as in " + ServerAddress.STANDARD + ")");
    }
  }

  @Override
  public String toString() {
    return all.stream().map(URI::toString).collect(Collectors.joining(","));
  }
}
