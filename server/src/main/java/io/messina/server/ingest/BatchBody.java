package io.messina.server.ingest;

import io.messina.api.ProblemCode;
import io.messina.api.RefusedLine;
import io.messina.runtime.BoundedBytes;
import io.messina.server.problem.ProblemException;
import io.messina.stream.Event;
import io.messina.stream.json.JsonScan;
import io.messina.stream.json.StrictUtf8;
import io.messina.stream.log.EventLayout;
import io.messina.stream.log.EventRun;
import io.messina.stream.log.RecordBatch;
import io.messina.stream.log.ShardPlacement;
import io.messina.stream.log.ShardRuns;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Reads a body of {@code application/vnd.messina.batch}: events that a client has encoded as rows
 * keep them, in a part for each shard. Each event is checked where it stands; a part whose events
 * are all simple and good is stored as it came, unless the request has a trace. For one body.
 */
public final class BatchBody {

  /** The media type. */
  public static final String TYPE = "application/vnd.messina.batch";

  private static final int VERSION = 1;

  /** What is before the events of a part. */
  private static final int HEAD_BYTES = 22;

  /** Room in a row for the key of a part. */
  private static final int PART_BYTES_MAX = RecordBatch.BYTES_MAX - 2_048;

  private static final int UTF8_BYTES_MAX = 3; // of a char

  private final IngestRules rules;
  private final ShardPlacement placement;
  private final byte[] body;
  private final Map<String, String> trace;
  private final Optional<String> key;
  private final LongConsumer memory;
  private final JsonScan scan;
  private final Refusals refused = new Refusals();
  private final List<Integer> shards = new ArrayList<>();
  private final List<EventRun> parts = new ArrayList<>();
  private int read; // events of all parts so far, good or bad
  private @Nullable JsonWalk walk;

  private BatchBody(
      IngestRules rules,
      ShardPlacement placement,
      byte[] body,
      Map<String, String> trace,
      Optional<String> key,
      LongConsumer memory) {
    this.trace = trace;
    this.key = key;
    this.rules = rules;
    this.placement = placement;
    this.body = body;
    this.memory = memory;
    this.scan =
        new JsonScan(
            body,
            body.length,
            rules.members().map(IngestRules.Members::names).orElse(new byte[0][]),
            false);
  }

  /**
   * The content of a body.
   *
   * @param events by shard; empty if all are refused
   * @param refused events by their places in the body
   */
  public record Batch(Optional<ShardRuns> events, List<RefusedLine> refused) {}

  /**
   * Reads a body.
   *
   * @param body as it is once decompressed; it is kept as the content of the events
   * @param headers of the request, without its trace
   * @param trace of the request, for events that have none and headers with room for it
   * @param partial whether events are good also if others are refused
   * @param memory is told how many bytes events take as objects; may throw
   * @throws ProblemException if it is not, with the first refused events; if the body is malformed,
   *     or a key belongs to another shard; if there are too many events
   */
  public static Batch read(
      byte[] body,
      IngestRules rules,
      IngestHeaders headers,
      Map<String, String> trace,
      ShardPlacement placement,
      boolean partial,
      LongConsumer memory) {
    if (!headers.areOnlyKey()) {
      throw invalid(
          "messina-…: given (expected: no such header, as each event of a batch has its own)");
    }
    Optional<String> key = headers.idempotencyKey().map(name -> name + EventRun.KEY_SUFFIX);
    BatchBody reader = new BatchBody(rules, placement, body, trace, key, memory);
    try {
      reader.parts();
    } finally {
      reader.close();
    }
    List<RefusedLine> refused = reader.refused.listed(partial);
    return new Batch(reader.runs(), refused);
  }

  private void close() {
    if (walk != null) {
      walk.close();
    }
  }

  private void parts() {
    BoundedBytes source = new BoundedBytes(body, 0, body.length);
    int version = source.remaining() > 0 ? source.takeByte() : -1;
    if (version < 0) {
      throw invalid("body: empty (expected: a version, then parts)");
    }
    if (version != VERSION) {
      throw invalid("body: version " + version + " (expected: " + VERSION + ")");
    }
    BitSet seen = new BitSet(placement.shards());
    while (source.remaining() > 0) {
      if (source.remaining() < HEAD_BYTES) {
        throw invalid(
            "body: "
                + source.remaining()
                + " bytes behind its last part (expected: none, or a part, which takes more)");
      }
      int shard = source.takeByte() << Byte.SIZE | source.takeByte();
      int count = source.takeInt();
      long baseSeconds = source.takeLong();
      int length = source.takeInt();
      int checksum = source.takeInt();
      int from = source.at();
      check(shard, count, length, source.remaining(), seen);
      source.skip(length);
      CRC32C actual = new CRC32C();
      actual.update(body, from, length);
      if ((int) actual.getValue() != checksum) {
        throw invalid(ofShard(shard) + "its checksum does not match its events");
      }
      try {
        part(shard, EventRun.encoded(body, from, from + length, count, baseSeconds));
      } catch (IllegalArgumentException e) {
        throw invalid(ofShard(shard) + e.getMessage());
      }
    }
    if (read == 0) {
      throw invalid("body: no events (expected: one or more)");
    }
  }

  private void check(int shard, int count, int length, int left, BitSet seen) {
    if (shard >= placement.shards() || seen.get(shard)) {
      throw invalid(
          "body: shard "
              + shard
              + (shard < placement.shards() ? " twice" : "")
              + " (expected: each from 0 to "
              + (placement.shards() - 1)
              + " at most once)");
    }
    seen.set(shard);
    if (count < 1 || count > RecordBatch.EVENTS_MAX) {
      throw invalid(
          ofShard(shard)
              + Integer.toUnsignedString(count)
              + " events (expected: from 1 to "
              + RecordBatch.EVENTS_MAX
              + ")");
    }
    if (length < 0 || length > left) {
      throw invalid(
          ofShard(shard)
              + Integer.toUnsignedString(length)
              + " bytes of events (expected: at most those that follow, "
              + left
              + ")");
    }
    if (count > 1 && length > PART_BYTES_MAX) {
      throw tooLarge(
          ofShard(shard)
              + length
              + " bytes of several events (expected: up to "
              + PART_BYTES_MAX
              + ")");
    }
    if (read + count > BodyReader.EVENTS_MAX) {
      throw tooLarge("body: more events (expected: at most " + BodyReader.EVENTS_MAX + ")");
    }
  }

  private void part(int shard, EventRun run) {
    BitSet bad = new BitSet();
    boolean[] asItCame = {true};
    int first = read;
    run.walk(
        (index, layout) -> {
          try {
            check(shard, layout);
            asItCame[0] &= layout.isSimple();
          } catch (Refusal e) {
            bad.set(index);
            refused.add(first + index, e);
          }
        });
    read += run.count();
    if (asItCame[0] && bad.isEmpty()) {
      add(shard, run);
    } else if (bad.cardinality() < run.count()) {
      memory.accept((long) BodyReader.EVENT_BYTES * run.count());
      List<Event> good = new ArrayList<>();
      for (int i = 0; i < run.count(); i++) {
        if (!bad.get(i)) {
          good.add(run.event(i));
        }
      }
      add(shard, EventRun.of(good));
    }
  }

  private void add(int shard, EventRun run) {
    shards.add(shard);
    parts.add(trace.isEmpty() ? run : traced(run));
  }

  /** Events that are known by a key together must fit in a row, if need be without the trace. */
  private EventRun traced(EventRun run) {
    int chars =
        trace.entrySet().stream()
            .mapToInt(header -> header.getKey().length() + header.getValue().length())
            .sum();
    memory.accept((long) (BodyReader.EVENT_BYTES + UTF8_BYTES_MAX * chars) * run.count());
    EventRun traced = run.traced(trace);
    boolean isTooLarge = traced.count() > 1 && traced.bytes() > PART_BYTES_MAX;
    return key.isPresent() && isTooLarge ? run : traced;
  }

  private void check(int shard, EventLayout.Parts event) {
    IngestRules.tooLarge(event.payloadTo() - event.payloadFrom())
        .ifPresent(
            sentence -> {
              throw Refusal.tooLarge(sentence);
            });
    event
        .fault()
        .ifPresent(
            sentence -> {
              throw new Refusal(sentence);
            });
    boolean hasKey = event.keyFrom() < event.keyTo();
    if (hasKey) {
      if (!StrictUtf8.isValid(body, event.keyFrom(), event.keyTo())) {
        throw new Refusal("key: not UTF-8 (expected: UTF-8)");
      }
      checkShard(shard, placement.shardOf(body, event.keyFrom(), event.keyTo()));
    }
    if (!event.isSimple()) {
      checkAny(event.event());
    } else if (event.isJson()) {
      checkJson(event, hasKey);
    } else if (!rules.isNone()) {
      checkAny(event.event());
    }
  }

  private void checkJson(EventLayout.Parts event, boolean hasKey) {
    boolean isPlain = scan.object(event.payloadFrom()) == event.payloadTo();
    if (isPlain && rules.areGiven(hasKey, event.hasTime())) {
      rules.checkSchema(body, event.payloadFrom(), event.payloadTo());
      return;
    }
    EventDraft draft = new EventDraft();
    rules.apply(BodyKind.JSON, body, event.payloadFrom(), event.payloadTo(), walk(), draft);
    checkGiven(hasKey, event.hasTime(), draft);
  }

  private void checkAny(Event event) {
    EventDraft draft = new EventDraft();
    byte[] payload = event.payload().toArray();
    rules.apply(event.contentType(), payload, 0, payload.length, walk(), draft);
    checkGiven(event.key().isPresent(), event.time().isPresent(), draft);
  }

  /** Taken from its payload, a key might belong to another shard. */
  private static void checkGiven(boolean hasKey, boolean hasTime, EventDraft draft) {
    if ((draft.hasKey() && !hasKey) || (draft.hasTime() && !hasTime)) {
      throw new Refusal(
          "key or time: only in the payload (expected: in the event, or the event as "
              + "application/vnd.messina+json)");
    }
  }

  private static void checkShard(int shard, int actual) {
    if (shard != actual) {
      throw invalid("body: a key of shard " + actual + " in the part of shard " + shard);
    }
  }

  private JsonWalk walk() {
    JsonWalk known = walk;
    if (known == null) {
      known = rules.newWalk();
      walk = known;
    }
    return known;
  }

  private Optional<ShardRuns> runs() {
    if (parts.isEmpty()) {
      return Optional.empty();
    }
    List<EventRun> runs =
        key.map(text -> parts.stream().map(run -> run.withKey(text)).toList()).orElse(parts);
    int count = runs.stream().mapToInt(EventRun::count).sum();
    int[] partOf = new int[runs.size() == 1 ? 0 : count];
    int at = 0;
    for (int part = 0; part < runs.size() && partOf.length > 0; part++) {
      for (int i = 0; i < runs.get(part).count(); i++) {
        partOf[at++] = part;
      }
    }
    return Optional.of(
        new ShardRuns(
            count, shards.stream().mapToInt(each -> each).toArray(), List.copyOf(runs), partOf));
  }

  private static String ofShard(int shard) {
    return "body: part of shard " + shard + ": ";
  }

  private static ProblemException invalid(String sentence) {
    return new ProblemException(ProblemCode.BAD_REQUEST, sentence);
  }

  private static ProblemException tooLarge(String sentence) {
    return new ProblemException(ProblemCode.TOO_LARGE, sentence);
  }
}
