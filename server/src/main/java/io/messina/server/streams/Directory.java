package io.messina.server.streams;

import io.messina.server.http.Exchange;
import io.messina.server.problem.ProblemCode;
import io.messina.server.problem.ProblemException;
import io.messina.stream.GroupName;
import io.messina.stream.StreamName;
import io.messina.stream.node.Group;
import io.messina.stream.node.Stream;
import io.messina.stream.node.Streams;

/**
 * Finds what the path of a request names.
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

  Stream stream(Exchange exchange) {
    return streams.stream(streamName(exchange));
  }

  Group group(Exchange exchange) {
    GroupName name = groupName(exchange);
    return stream(exchange).group(name);
  }

  /** The number in the path of a shard of a stream. */
  static int shard(Exchange exchange, Stream stream) {
    return shard(exchange.path("shard"), stream);
  }

  static int shard(String text, Stream stream) {
    int shards = stream.definition().options().shards();
    ProblemCode code = ProblemCode.WRONG_TYPE;
    try {
      int shard = Integer.parseInt(text);
      if (shard >= 0 && shard < shards) {
        return shard;
      }
      code = ProblemCode.OUT_OF_BOUNDS;
    } catch (NumberFormatException _) {
      // said below
    }
    throw new ProblemException(
        code, "shard: " + text + " (expected: a whole number from 0 to " + (shards - 1) + ")");
  }
}
