package io.messina.cli.demo;

import io.messina.api.aggregate.AggregateRow;
import io.messina.api.enrichment.EnrichmentName;
import io.messina.api.enrichment.EnrichmentReport;
import io.messina.api.feature.FeedStatus;
import io.messina.api.feature.ListQuery;
import io.messina.cli.demo.DemoReport.EditorProfile;
import io.messina.cli.demo.DemoReport.HourlyEditors;
import io.messina.cli.terminal.Progress;
import io.messina.client.MessinaClient;
import io.messina.client.aggregate.AggregateClient;
import io.messina.client.aggregate.RowSelection;
import io.messina.client.event.NewEvent;
import io.messina.client.event.Payload;
import io.messina.client.features.FeaturesClient;
import io.messina.client.features.ListClient;
import io.messina.client.group.GroupClient;
import io.messina.client.stream.AppendOptions;
import io.messina.client.stream.StreamClient;
import io.messina.enrichment.configured.Enrichments;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/** The steps of the demo; all but reading the profiles as any program could take them. */
final class Demo {

  private static final Duration LOOK = Duration.ofMillis(20);
  private static final Duration STUCK = Duration.ofSeconds(60);
  private static final int SAMPLE = 10;
  private static final int BATCH = 500;
  private static final EnrichmentName PROFILES = new EnrichmentName(DemoDefinitions.PROFILES);

  private final MessinaClient client;
  private final Enrichments enrichments;
  private final DemoDefinitions definitions;
  private final DemoThanks thanks;
  private final Progress progress;
  private final StreamClient edits;
  private final GroupClient group;
  private final AggregateClient exact;
  private final AggregateClient approximate;
  private final EditBook book = new EditBook();
  private int processedBefore = -1;

  /**
   * A demo whose streams exist.
   *
   * @param definitions make the rest
   * @param enrichments of the server, in this process: ten thousand profiles are read
   */
  Demo(
      MessinaClient client,
      DemoDefinitions definitions,
      Enrichments enrichments,
      DemoThanks thanks,
      Progress progress) {
    this.client = client;
    this.definitions = definitions;
    this.enrichments = enrichments;
    this.thanks = thanks;
    this.progress = progress;
    this.edits = client.stream(DemoDefinitions.EDITS);
    this.group = edits.group(DemoDefinitions.PROFILES);
    this.exact = client.aggregate(DemoDefinitions.HOURLY_EDITORS);
    this.approximate = client.aggregate(DemoDefinitions.HOURLY_EDITORS + "_approximate");
  }

  EditBook book() {
    return book;
  }

  /**
   * Replays a day, and waits until all edits are processed. Then the feed, the enrichment and the
   * aggregates read the stream from its begin, so that none of them slows the replay down.
   *
   * @param speed how many times as fast as the day was; empty for as fast as possible
   */
  DemoReport run(List<WikipediaEdits.Line> day, OptionalDouble speed, Workers workers) {
    long begun = System.nanoTime();
    Replay replay;
    try (Progress.Step step = progress.begin("Replaying", OptionalLong.of(day.size()))) {
      replay = new Replay(edits, speed, step);
      replay.run(day);
    }
    int all = day.size();
    await("Processing", all, () -> done(workers), Optional::empty);
    long tookNanos = System.nanoTime() - begun;
    definitions.putReaders();
    await("Feeding", all, () -> fed(all), () -> feed().trouble());
    await("Enriching", all, () -> enriched(all), () -> enrichment().trouble());
    await("Counting", all, this::counted, () -> exact.get().trouble());
    long accepted = thanks.accept(book.busiest());
    await("Thanking", accepted, thanks::ended, Optional::empty);
    List<EditorProfile> profiles =
        profiles(day.stream().map(WikipediaEdits.Line::user).collect(Collectors.toSet()));
    store(profiles);
    List<EditorProfile> sample = profiles.stream().limit(SAMPLE).toList();
    return new DemoReport(
        all,
        all,
        book.processed(),
        dead(),
        book.retries(),
        Math.round(tookNanos / 1e6) / 1000.0,
        replay.figures(all),
        book.endToEnd().figures(book.processed(), begun, tookNanos),
        new DemoReport.Profiles(profiles.size(), enrichment().totals().rounds(), sample),
        book.channels(),
        hours(),
        pages(sample),
        thanks.outcomes(accepted));
  }

  /**
   * Waits until a step has reached its goal.
   *
   * @throws IllegalStateException if it makes no progress for a minute
   */
  private void await(
      String name, long goal, LongSupplier reached, Supplier<Optional<String>> trouble) {
    try (Progress.Step step = progress.begin(name, OptionalLong.of(goal))) {
      await(
          goal,
          reached,
          step::reach,
          at ->
              "%s stands at %d of %d (%s)"
                  .formatted(name, at, goal, trouble.get().orElse("no reason known")));
    }
  }

  static void await(
      long goal, LongSupplier reached, LongConsumer show, LongFunction<String> stuck) {
    long movedAt = System.nanoTime();
    long before = -1;
    while (before < goal) {
      long now = reached.getAsLong();
      if (now > before) {
        movedAt = System.nanoTime();
        before = now;
        show.accept(Math.min(now, goal));
      } else if (System.nanoTime() - movedAt > STUCK.toNanos()) {
        throw new IllegalStateException(stuck.apply(now) + " for " + STUCK.toSeconds() + " s");
      }
      LockSupport.parkNanos(LOOK.toNanos());
    }
  }

  /** Asks for the dead letters only while nothing else is processed. */
  private long done(Workers workers) {
    workers.look();
    int processed = book.processed();
    long dead = processed == processedBefore ? dead() : 0;
    processedBefore = processed;
    return processed + dead;
  }

  private long dead() {
    return group.get().dead().orElse(0);
  }

  /** A feed may handle an edit twice, and has no lag either where it has not begun. */
  private long fed(long all) {
    FeedStatus feed = feed();
    long handled = feed.counts().fed() + feed.counts().skipped() + feed.counts().passed();
    return handled >= all && feed.lag().orElse(1L) == 0 ? all : Math.min(handled, all - 1);
  }

  private FeedStatus feed() {
    return FeaturesClient.of(client).feed(DemoDefinitions.RECENT_PAGES).get();
  }

  private long enriched(long all) {
    EnrichmentReport report = enrichment();
    long handled = report.totals().events() - report.totals().eventsBuffered();
    return handled >= all && report.lag().orElse(1L) == 0 ? all : Math.min(handled, all - 1);
  }

  private EnrichmentReport enrichment() {
    return client.enrichment(DemoDefinitions.PROFILES).get();
  }

  private long counted() {
    return Math.min(exact.get().totals().added(), approximate.get().totals().added());
  }

  /** The profiles of some editors, busiest first. */
  private List<EditorProfile> profiles(Collection<String> editors) {
    return editors.parallelStream()
        .map(editor -> EditorProfile.of(enrichments.key(PROFILES, editor)))
        .sorted(
            Comparator.comparingInt(EditorProfile::edits)
                .reversed()
                .thenComparing(EditorProfile::user))
        .toList();
  }

  /** Appends the profiles to a stream. */
  private void store(List<EditorProfile> profiles) {
    StreamClient stream = client.stream(DemoDefinitions.PROFILES);
    for (int from = 0; from < profiles.size(); from += BATCH) {
      List<NewEvent> batch =
          profiles.subList(from, Math.min(profiles.size(), from + BATCH)).stream()
              .map(profile -> NewEvent.of(Payload.json(DemoReport.json(profile))))
              .toList();
      var _ = stream.append(batch, AppendOptions.numbered("demo", from / BATCH));
    }
  }

  /** All channels and hours, by hour and then by channel. */
  private List<HourlyEditors> hours() {
    Map<String, Long> sketched = new HashMap<>();
    approximate.rows(RowSelection.ALL).forEach(row -> sketched.put(cell(row), value(row)));
    return exact.rows(RowSelection.ALL).stream()
        .map(
            row ->
                new HourlyEditors(
                    JsonMapper.shared().readTree(row.key().orElseThrow().text()).stringValue(),
                    row.windowStart(),
                    value(row),
                    sketched.getOrDefault(cell(row), 0L)))
        .toList();
  }

  private static String cell(AggregateRow row) {
    return row.windowStart() + row.key().orElseThrow().text();
  }

  private static long value(AggregateRow row) {
    return Long.parseLong(row.value().text());
  }

  /** The newest pages of some editors, newest first. */
  private Map<String, List<String>> pages(List<EditorProfile> editors) {
    ListClient lists = FeaturesClient.of(client).list("user", DemoDefinitions.RECENT_PAGES);
    Map<String, List<String>> pages = new LinkedHashMap<>();
    for (EditorProfile editor : editors) {
      pages.put(
          editor.user(),
          lists.get(editor.user(), ListQuery.newest(SAMPLE)).items().stream()
              .map(item -> item.value().text())
              .toList());
    }
    return pages;
  }
}
