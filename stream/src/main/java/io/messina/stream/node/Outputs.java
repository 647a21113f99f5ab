package io.messina.stream.node;

import io.messina.api.StreamName;
import io.messina.runtime.Futures;
import io.messina.runtime.RequestException;
import io.messina.stream.ClaimAddress;
import io.messina.stream.Event;
import io.messina.stream.Output;
import io.messina.stream.append.InternalKeys;
import io.messina.stream.catalog.CatalogGroup;
import io.messina.stream.catalog.CatalogStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Appends the outputs of events as ordinary appends. The idempotency key of an output names the
 * event and the group, so that the target stream stores it once.
 */
record Outputs(Appends appends, Function<StreamName, CatalogStream> streams) {

  /** Short digits keep even the longest names within the bound of idempotency keys. */
  private static final int RADIX = Character.MAX_RADIX;

  /** Throws if the target of an output is missing or remembers no idempotency keys. */
  void check(List<Ack> acks) {
    acks.stream()
        .flatMap(ack -> ack.outputs().stream())
        .map(Output::stream)
        .distinct()
        .forEach(this::target);
  }

  /**
   * Appends the outputs of several events, after checking the targets.
   *
   * @return for each event whether all of its outputs are stored
   */
  List<Boolean> appendAll(CatalogGroup group, List<Ack> acks) {
    Map<CatalogStream, List<Keyed>> byTarget = byTarget(group, acks);
    Boolean[] stored = new Boolean[acks.size()];
    java.util.Arrays.fill(stored, true);
    Map<List<Keyed>, CompletableFuture<AppendResult>> answers = new LinkedHashMap<>();
    byTarget.forEach((target, keyed) -> answers.put(keyed, start(target, keyed)));
    answers.forEach((keyed, answer) -> note(keyed, answer, stored));
    return List.of(stored);
  }

  /** An output with its key, and the index of its ack. */
  private record Keyed(int ack, Event event) {}

  private Map<CatalogStream, List<Keyed>> byTarget(CatalogGroup group, List<Ack> acks) {
    Map<StreamName, CatalogStream> targets = new LinkedHashMap<>();
    Map<CatalogStream, List<Keyed>> byTarget = new LinkedHashMap<>();
    for (int i = 0; i < acks.size(); i++) {
      List<Output> outputs = acks.get(i).outputs();
      for (int index = 0; index < outputs.size(); index++) {
        Output output = outputs.get(index);
        CatalogStream target = targets.computeIfAbsent(output.stream(), this::target);
        Event event = InternalKeys.keyed(output.event(), key(group, acks.get(i).receipt(), index));
        byTarget.computeIfAbsent(target, _ -> new ArrayList<>()).add(new Keyed(i, event));
      }
    }
    return byTarget;
  }

  private CatalogStream target(StreamName name) {
    CatalogStream target = streams.apply(name);
    if (target.options().deduplicate().isZero()) {
      throw new RequestException.Refused(
          RequestException.Refused.Reason.UNFIT,
          "outputs: " + name + " (expected: a stream that remembers idempotency keys)");
    }
    return target;
  }

  private CompletableFuture<AppendResult> start(CatalogStream target, List<Keyed> keyed) {
    return appends.append(target, keyed.stream().map(Keyed::event).toList());
  }

  private static void note(
      List<Keyed> keyed, CompletableFuture<AppendResult> answer, Boolean[] stored) {
    try {
      var _ = Futures.join(answer);
    } catch (PartlyStoredException e) {
      for (int i = 0; i < keyed.size(); i++) {
        stored[keyed.get(i).ack()] &= e.stored().isStored(i);
      }
    } catch (RuntimeException e) {
      keyed.forEach(output -> stored[output.ack()] = false);
    }
  }

  /** As in {@code ~out/edits~1/scorer~1/7/18t4/0}. */
  static String key(CatalogGroup group, ClaimAddress receipt, int index) {
    return InternalKeys.OUTPUT_PREFIX
        + group.stream().name()
        + "~"
        + Integer.toString(group.stream().generation(), RADIX)
        + "/"
        + group.id().name()
        + "~"
        + Integer.toString(group.id().generation(), RADIX)
        + "/"
        + Integer.toString(receipt.shard(), RADIX)
        + "/"
        + Long.toString(receipt.position().packed(), RADIX)
        + "/"
        + Integer.toString(index, RADIX);
  }
}
