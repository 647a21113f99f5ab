package io.messina.bench.peers;

import io.messina.api.GroupOptions;
import io.messina.api.Start;
import io.messina.client.MessinaClient;
import io.messina.client.group.GroupClient;
import io.messina.client.stream.StreamClient;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Map;

/** A stream of a load on a server of Messina, created for it. */
final class MessinaStream implements AutoCloseable {

  /** Longer than an arm waits for its next turn. */
  private static final Duration LEASE = Duration.ofHours(1);

  private final URI url;
  private final MessinaClient client;
  private final StreamClient stream;

  MessinaStream(String url, String name) {
    this.url = URI.create(url);
    this.client = MessinaClient.connect(url);
    this.stream = client.stream(name);
    var _ = stream.create(Map.of("key", "/user"));
  }

  InetSocketAddress address() {
    return new InetSocketAddress(url.getHost(), url.getPort());
  }

  StreamClient client() {
    return stream;
  }

  String path() {
    return "/v1/streams/" + stream.name();
  }

  /** Creates a group from the oldest event on; returns its path. */
  String group(String name) {
    var _ = stream.group(name).create(Start.earliest(), GroupOptions.DEFAULT.lease(LEASE));
    return path() + "/groups/" + name;
  }

  /** The number of stored events, by what a new group has before it. */
  long stored() {
    GroupClient group = stream.group("count");
    var _ = group.create(Start.earliest(), GroupOptions.DEFAULT);
    long stored = lag("count");
    group.delete();
    return stored;
  }

  /** The number of events that a group has not finished. */
  long lag(String group) {
    return stream.group(group).get().lag().orElseThrow();
  }

  @Override
  public void close() {
    client.close();
  }
}
