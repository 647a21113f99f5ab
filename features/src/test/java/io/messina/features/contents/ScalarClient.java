package io.messina.features.contents;

import io.messina.api.feature.EntityId;
import io.messina.api.feature.FeatureKind;
import io.messina.features.AskedStore;
import io.messina.features.FeatureCatalog;
import io.messina.features.FeatureRef;
import io.messina.features.FeatureRoom;
import io.messina.features.TestTime;
import io.messina.features.contents.ScalarModel.Written;
import io.messina.runtime.Micros;
import io.messina.store.HybridClock;
import io.messina.store.Store;
import io.messina.store.StoreUnavailableException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;

/** A process with a clock of its own, and what it should have written. */
final class ScalarClient {

  /** A value, and what the model makes of it. */
  record Place(FeatureRef feature, EntityId entity, ScalarModel model) {}

  private record Sent(Place place, ScalarAction.Request request) {}

  private record UnderWay(Place place, Written written) {}

  final TestTime time = new TestTime();
  private final AskedStore store;
  private final Queue<Runnable> arriving = new ArrayDeque<>();
  private final FeatureCatalog catalog;
  private final Scalars scalars;
  private final Queue<Sent> unanswered = new ArrayDeque<>();
  private final Queue<UnderWay> underWay = new ArrayDeque<>();

  /** Gives the same timestamps as the clock of the process, asked the same questions. */
  private final HybridClock timestamps = new HybridClock(time.wall(), 0);

  ScalarClient(Store store) {
    FeatureRoom room = new FeatureRoom(store, time);
    this.store = room.store;
    this.catalog = room.catalog;
    this.scalars = room.scalars;
  }

  Scalars scalars() {
    return scalars;
  }

  /** What becomes of a write. */
  enum Fate {
    /** It applies. */
    ANSWERED,
    /** It applies, and nobody hears of it. */
    ANSWER_LOST,
    /** It never applies. */
    LOST,
    /** It applies when it arrives. */
    LATE
  }

  void send(Place place, ScalarAction.Request request, Fate fate) {
    Written written = written(place.model(), request);
    let(fate);
    try {
      send(place, request);
    } catch (StoreUnavailableException _) {
      unanswered.add(new Sent(place, request));
    }
    switch (fate) {
      case ANSWERED, ANSWER_LOST -> place.model().write(written);
      case LOST -> {}
      case LATE -> underWay.add(new UnderWay(place, written));
    }
  }

  /** What becomes of writes from now on. */
  private void let(Fate fate) {
    store.answer();
    switch (fate) {
      case ANSWERED -> {}
      case ANSWER_LOST -> store.loseAnswersTo(_ -> true);
      case LOST -> store.delay(_ -> {});
      case LATE -> store.delay(arriving::add);
    }
  }

  /** The oldest request without an answer goes out again, if there is any; whether there was. */
  boolean resend() {
    Optional<Sent> oldest = Optional.ofNullable(unanswered.poll());
    oldest.ifPresent(sent -> send(sent.place(), sent.request(), Fate.ANSWERED));
    return oldest.isPresent();
  }

  /** The oldest write that is under way arrives, if there is any; whether there was. */
  boolean arrive() {
    Optional.ofNullable(arriving.poll()).ifPresent(Runnable::run);
    Optional<UnderWay> oldest = Optional.ofNullable(underWay.poll());
    oldest.ifPresent(late -> late.place().model().write(late.written()));
    return oldest.isPresent();
  }

  private void send(Place place, ScalarAction.Request request) {
    FeatureRef feature = place.feature();
    EntityId entity = place.entity();
    switch (request) {
      case ScalarAction.Put put -> scalars.put(feature, entity, put.value(), put.time());
      case ScalarAction.PutNow put -> scalars.put(feature, entity, put.value());
      case ScalarAction.PutAsOf put ->
          scalars.putAsOf(
              catalog.find(feature, FeatureKind.SCALAR),
              entity,
              put.value(),
              put.time(),
              put.asOf());
      case ScalarAction.DeleteNow _ -> scalars.delete(feature, entity);
      case ScalarAction.Delete delete -> scalars.delete(feature, entity, delete.time());
    }
  }

  private Written written(ScalarModel model, ScalarAction.Request request) {
    long arrival = arrivalMicros(request);
    Instant now = Micros.toInstant(arrival);
    return switch (request) {
      case ScalarAction.Put put -> new Written(put.time(), arrival, Optional.of(put.value()));
      case ScalarAction.PutNow put -> new Written(now, arrival, Optional.of(put.value()));
      case ScalarAction.PutAsOf put -> new Written(put.time(), arrival, Optional.of(put.value()));
      case ScalarAction.Delete delete -> new Written(delete.time(), arrival, Optional.empty());
      case ScalarAction.DeleteNow _ -> {
        Instant after = model.time().map(it -> it.plusNanos(1)).orElse(now);
        yield new Written(after.isAfter(now) ? after : now, arrival, Optional.empty());
      }
    };
  }

  private long arrivalMicros(ScalarAction.Request request) {
    if (request instanceof ScalarAction.PutAsOf put) {
      long asOf = Micros.of(put.asOf());
      timestamps.observe(asOf);
      return asOf;
    }
    return timestamps.next();
  }
}
