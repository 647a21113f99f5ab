package io.messina.server.streams;

import io.messina.api.Position;
import io.messina.api.ProblemCode;
import io.messina.api.ReadStart;
import io.messina.api.Shown;
import io.messina.server.problem.ProblemException;
import io.messina.stream.EventAddress;
import io.messina.stream.node.Stream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The place of a tail, as told by the {@code id} of each event: of one shard the event's own id, of
 * some shards the stream's generation and the next position of each, as in {@code 1:1.17,2.0}, of
 * many nothing from which a tail could continue. For one thread once the tail runs.
 */
final class TailPlace {

  /** With more shards the places would be longer than the events. */
  private static final int TOLD_MAX = 64;

  private final Map<Integer, Position> next = new TreeMap<>();

  private final int generation;

  private TailPlace(Stream stream) {
    this.generation = stream.definition().id().generation();
  }

  /** Begins where the request says. */
  static TailPlace at(Stream stream, List<Integer> shards, ReadStart from) {
    TailPlace place = new TailPlace(stream);
    shards.forEach(shard -> place.next.put(shard, stream.find(shard, from)));
    return place;
  }

  /**
   * Continues a tail that was broken off.
   *
   * @return empty if the id does not tell
   */
  static Optional<TailPlace> behind(Stream stream, List<Integer> shards, String id) {
    TailPlace place = new TailPlace(stream);
    if (shards.size() == 1) {
      EventAddress event = parsed(id, EventAddress::parse);
      if (event.streamGeneration() != place.generation || event.shard() != shards.getFirst()) {
        throw refused(id);
      }
      place.next.put(event.shard(), event.position().next());
      return Optional.of(place);
    }
    if (shards.size() > TOLD_MAX) {
      return Optional.empty();
    }
    String prefix = place.prefix();
    if (!id.startsWith(prefix)) {
      throw refused(id);
    }
    List<String> texts = List.of(id.substring(prefix.length()).split(",", -1));
    if (texts.size() != shards.size()) {
      throw refused(id);
    }
    for (int i = 0; i < texts.size(); i++) {
      place.next.put(shards.get(i), parsed(texts.get(i), Position::parse));
    }
    return Optional.of(place);
  }

  List<Integer> shards() {
    return List.copyOf(next.keySet());
  }

  /** Where to begin in a shard. */
  Position of(int shard) {
    return next.getOrDefault(shard, Position.START);
  }

  /** The id field of an event that is shown now. */
  String behind(EventAddress event) {
    if (next.size() == 1 || next.size() > TOLD_MAX) {
      return event.toString();
    }
    next.put(event.shard(), event.position().next());
    return next.values().stream()
        .map(Position::toString)
        .collect(Collectors.joining(",", prefix(), ""));
  }

  /** Places of another creation of the stream say nothing of this one. */
  private String prefix() {
    return generation + ":";
  }

  private static <T> T parsed(String text, java.util.function.Function<String, T> parse) {
    try {
      return parse.apply(text);
    } catch (IllegalArgumentException _) {
      throw refused(text);
    }
  }

  private static ProblemException refused(String id) {
    return new ProblemException(
        ProblemCode.BAD_REQUEST,
        "last-event-id: " + Shown.text(id) + " (expected: the id of an event of this tail)");
  }
}
