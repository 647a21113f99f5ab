package io.messina.server.streams;

import io.messina.api.GroupName;
import io.messina.api.StreamName;
import io.messina.server.http.Exchange;
import io.messina.stream.node.Group;
import io.messina.stream.node.Stream;
import io.messina.stream.node.Streams;
import java.util.Optional;

/**
 * Finds the stream and the group in the path of a request.
 *
 * @param streams of this node
 */
record Directory(Streams streams) {

  static StreamName streamName(Exchange exchange) {
    return exchange.path("stream", StreamName::new);
  }

  static GroupName groupName(Exchange exchange) {
    return exchange.path("group", GroupName::new);
  }

  /** The stream of a request that changes it. */
  static StreamName openStreamName(Exchange exchange) {
    return Reserved.open(streamName(exchange));
  }

  /** The group of a request that changes it. */
  static GroupName openGroupName(Exchange exchange) {
    return Reserved.open(streamName(exchange), groupName(exchange));
  }

  Stream openStream(Exchange exchange) {
    return streams.stream(openStreamName(exchange));
  }

  Group openGroup(Exchange exchange) {
    GroupName name = openGroupName(exchange);
    return stream(exchange).group(name);
  }

  /** The group of a request that moves it. */
  Group soughtGroup(Exchange exchange) {
    return groupName(exchange).isOfFeed() ? group(exchange) : openGroup(exchange);
  }

  Stream stream(Exchange exchange) {
    return streams.stream(streamName(exchange));
  }

  Group group(Exchange exchange) {
    GroupName name = groupName(exchange);
    return stream(exchange).group(name);
  }

  GroupLetters letters(Exchange exchange) {
    return new GroupLetters(streamName(exchange), group(exchange));
  }

  /** The number in the path of a shard of a stream. */
  static int shard(Exchange exchange, Stream stream) {
    return exchange.path("shard", 0, last(stream));
  }

  /** The number of a shard in the query. */
  static Optional<Integer> shardIfGiven(Exchange exchange, Stream stream) {
    return exchange.query("shard", 0, last(stream));
  }

  private static int last(Stream stream) {
    return stream.definition().options().shards() - 1;
  }
}
