package io.messina.server.definition;

import io.messina.api.Defined;
import io.messina.api.Wire;
import io.messina.runtime.ParallelCalls;
import io.messina.runtime.RequestException;
import io.messina.store.Bytes;
import io.messina.stream.node.Streams;
import io.messina.stream.owner.PeerException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Function;

/**
 * The reports of jobs of one kind on all nodes: each other member is asked for its own report, as
 * JSON, and all are merged. Safe for use by many threads.
 *
 * @param <D> definitions
 * @param <R> reports
 */
public final class NodeReports<D extends Record & Defined, R extends Record> {

  private static final int ASKED_AT_ONCE = 64;

  /** A node that has not answered is not asked again for so long, so that a list is not slow. */
  private static final Duration SILENT = Duration.ofSeconds(5);

  private final Streams streams;
  private final String engine;
  private final Class<R> type;
  private final Function<D, R> own;
  private final Merging<R> merging;
  private final ParallelCalls parallel =
      new ParallelCalls(Thread.ofVirtual().name("messina-reports-", 0).factory(), ASKED_AT_ONCE);
  private final Map<String, Silence> silent = new ConcurrentHashMap<>();

  private record Silence(long untilNanos, String why) {}

  /**
   * How reports are merged.
   *
   * @param sum of two nodes
   * @param without a report, and a sentence that says which node it lacks, and why
   */
  public record Merging<R>(BinaryOperator<R> sum, BiFunction<R, String, R> without) {}

  /**
   * Answers other nodes from now on.
   *
   * @param noun the kind, as in {@code sink}
   * @param find finds a definition by its name
   * @param own the report of this node
   */
  public NodeReports(
      Streams streams,
      String noun,
      Class<R> type,
      Function<String, D> find,
      Function<D, R> own,
      Merging<R> merging) {
    this.streams = streams;
    this.engine = "report/" + noun;
    this.type = type;
    this.own = own;
    this.merging = merging;
    var _ =
        streams.answer(
            engine, name -> Bytes.utf8(Wire.write(own.apply(find.apply(name.toUtf8())))));
  }

  /** Returns the report of all nodes. */
  public R report(D definition) {
    R here = own.apply(definition);
    List<String> others =
        streams.members().stream().filter(it -> !it.equals(streams.address())).toList();
    if (others.isEmpty()) {
      return here;
    }
    Bytes name = Bytes.utf8(definition.name().toString());
    R all = here;
    for (Function<R, R> other : parallel.each(others, address -> other(address, name))) {
      all = other.apply(all);
    }
    return all;
  }

  /** Adds the report of another node, or says that it is not there. */
  private Function<R, R> other(String address, Bytes name) {
    Silence silence = silent.get(address);
    if (silence != null && System.nanoTime() - silence.untilNanos < 0) {
      return report -> merging.without.apply(report, silence.why);
    }
    try {
      byte[] json = streams.at(address).ask(engine, name).toUtf8().getBytes(StandardCharsets.UTF_8);
      R there = Wire.read(json, type);
      silent.remove(address);
      return report -> merging.sum.apply(report, there);
    } catch (PeerException | RequestException e) {
      String why = address + ": its report is missing: " + e.getMessage();
      if (e instanceof PeerException) {
        silent.put(address, new Silence(System.nanoTime() + SILENT.toNanos(), why));
      }
      return report -> merging.without.apply(report, why);
    }
  }
}
