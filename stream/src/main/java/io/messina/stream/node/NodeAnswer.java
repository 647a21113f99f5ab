package io.messina.stream.node;

import io.messina.api.Wire;
import io.messina.store.Bytes;
import io.messina.stream.ShardId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The answer of a node to the question which shards it owns. Written as JSON, whose unknown fields
 * are skipped.
 *
 * @param url of its HTTP API; empty if it has none
 * @param version of the server; empty if it is a program of somebody else
 * @param epochs by the stream, as {@link io.messina.stream.StreamId} writes it, and the number of
 *     the shard
 */
public record NodeAnswer(
    Optional<String> url, Optional<String> version, Map<String, Map<Integer, Integer>> epochs) {

  /** The engine that answers: each node has it, a server adds its URL and version. */
  public static final String ENGINE = "node";

  /**
   * The answer of a node.
   *
   * @param url as above
   * @param version likewise
   * @param owned the epochs of its shards
   */
  public static NodeAnswer of(
      Optional<String> url, Optional<String> version, Map<ShardId, Integer> owned) {
    Map<String, Map<Integer, Integer>> epochs = new LinkedHashMap<>();
    owned.forEach(
        (shard, epoch) ->
            epochs
                .computeIfAbsent(shard.stream().toString(), _ -> new TreeMap<>())
                .put(shard.number(), epoch));
    return new NodeAnswer(url, version, epochs);
  }

  /**
   * Reads what {@link #encoded} has written.
   *
   * @throws tools.jackson.core.JacksonException if it is something else
   */
  public static NodeAnswer decoded(Bytes answer) {
    return Wire.read(answer.toUtf8(), NodeAnswer.class);
  }

  /** Returns it as an answer to another node. */
  public Bytes encoded() {
    return Bytes.utf8(Wire.write(this));
  }

  /** Returns the number of shards. */
  public int count() {
    return epochs.values().stream().mapToInt(Map::size).sum();
  }
}
