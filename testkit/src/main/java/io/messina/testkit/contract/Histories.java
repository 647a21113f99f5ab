package io.messina.testkit.contract;

import io.messina.testkit.contract.FencedHistory.Expecting;
import io.messina.testkit.contract.FencedHistory.StaticChange;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ArbitrarySupplier;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Random histories over so few rows, timestamps and moments that most writes meet another one. */
final class Histories {

  private static final int STEPS_MAX = 12;
  private static final int CHANGES_MAX = 4;

  private static final Arbitrary<Integer> MAJORS = Arbitraries.integers().between(0, 2);
  private static final Arbitrary<String> MINORS = Arbitraries.of("", "a", "a\0", "b");
  private static final Arbitrary<Boolean> EITHER = Arbitraries.of(true, false);

  private Histories() {}

  /** Histories of a PLAIN partition. */
  static final class Plain implements ArbitrarySupplier<PlainHistory> {
    @Override
    public Arbitrary<PlainHistory> get() {
      Arbitrary<List<Optional<Integer>>> expiries =
          Arbitraries.integers()
              .between(-1, 4)
              .optional(0.4)
              .list()
              .ofSize(PlainHistory.TIMESTAMPS);
      return Combinators.combine(expiries, plainStep().list().ofMinSize(1).ofMaxSize(STEPS_MAX))
          .as(PlainHistory::new);
    }
  }

  /** Histories of a FENCED partition. */
  static final class Fenced implements ArbitrarySupplier<FencedHistory> {
    @Override
    public Arbitrary<FencedHistory> get() {
      return fencedStep().list().ofMinSize(1).ofMaxSize(STEPS_MAX).map(FencedHistory::new);
    }
  }

  private static Arbitrary<PlainHistory.Step> plainStep() {
    Arbitrary<PlainHistory.Arrival> arrival =
        Combinators.combine(Arbitraries.integers().between(-2, 4), EITHER)
            .as(PlainHistory.Arrival::new);
    Arbitrary<Integer> timestamp = Arbitraries.integers().between(0, PlainHistory.TIMESTAMPS - 1);
    Arbitrary<RowChange> deleteAll = Arbitraries.just(new RowChange.DeleteAll());
    Arbitrary<RowChange> change =
        Arbitraries.frequencyOf(Tuple.of(9, rowChange()), Tuple.of(1, deleteAll));
    return Combinators.combine(timestamp, changes(change), arrival, reading())
        .as(PlainHistory.Step::new);
  }

  private static Arbitrary<FencedHistory.Step> fencedStep() {
    Arbitrary<Expecting> expecting =
        Arbitraries.frequency(
            Tuple.of(6, Expecting.STANDING),
            Tuple.of(1, Expecting.NONE),
            Tuple.of(1, Expecting.OTHER_WRITER),
            Tuple.of(1, Expecting.FIRST),
            Tuple.of(1, Expecting.LATER));
    return Combinators.combine(
            expecting,
            Arbitraries.integers().between(1, 3),
            EITHER,
            Arbitraries.of(StaticChange.class),
            Arbitraries.of(StaticChange.class),
            changes(rowChange()),
            reading())
        .as(FencedHistory.Step::new);
  }

  private static Arbitrary<List<RowChange>> changes(Arbitrary<RowChange> change) {
    return change.list().ofMaxSize(CHANGES_MAX);
  }

  private static Arbitrary<RowChange> rowChange() {
    return Arbitraries.frequencyOf(
        Tuple.of(5, place().map(RowChange.Put::new)),
        Tuple.of(2, place().map(RowChange.DeleteRow::new)),
        Tuple.of(2, bounds().map(RowChange.DeleteRange::new)));
  }

  private static Arbitrary<RowChange.Place> place() {
    return Combinators.combine(MAJORS, MINORS).as(RowChange.Place::new);
  }

  private static Arbitrary<SliceBounds> bounds() {
    Arbitrary<SliceBounds.End> end =
        Combinators.combine(MAJORS, MINORS.optional(0.6), EITHER).as(SliceBounds.End::new);
    return Combinators.combine(end.optional(0.7), end.optional(0.7)).as(SliceBounds::new);
  }

  private static Arbitrary<Reading> reading() {
    return Combinators.combine(place(), bounds(), EITHER, Arbitraries.integers().between(1, 6))
        .as(Reading::new);
  }
}
