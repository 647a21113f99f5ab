package io.messina.cli.demo;

import io.messina.api.Backoff;
import io.messina.api.GroupOptions;
import io.messina.api.Order;
import io.messina.api.StreamOptions;
import io.messina.cli.terminal.Progress;
import io.messina.client.MessinaClient;
import io.messina.client.error.MessinaException;
import io.messina.client.event.NewEvent;
import io.messina.client.event.Payload;
import io.messina.client.group.GroupClient;
import io.messina.client.stream.AppendOptions;
import io.messina.client.stream.StreamClient;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/** The demo's steps, as any program could take them over HTTP. */
final class Demo {

  private static final Duration LOOK = Duration.ofMillis(20);
  private static final Duration STUCK = Duration.ofSeconds(60);
  private static final int SAMPLE = 10;
  private static final int SHARDS = 16;
  private static final int BATCH = 500;

  private final MessinaClient client;
  private final StreamClient edits;
  private final GroupClient group;
  private final DemoPages pages;
  private final DemoProfiles profiles;
  private final DemoHours hours;
  private final DemoThanks thanks;
  private final EditBook book = new EditBook();

  Demo(
      MessinaClient client,
      DemoPages pages,
      DemoProfiles profiles,
      DemoHours hours,
      DemoThanks thanks) {
    this.client = client;
    this.pages = pages;
    this.profiles = profiles;
    this.hours = hours;
    this.thanks = thanks;
    this.edits = client.stream(DemoNames.EDITS);
    this.group = edits.group(DemoNames.PROFILES);
  }

  EditBook book() {
    return book;
  }

  /** Creates the streams and the group; deletes the ones of an earlier run. */
  void create() {
    delete(DemoNames.EDITS);
    delete(DemoNames.PROCESSED);
    delete(DemoNames.PROFILES);
    var _ = edits.create(StreamOptions.defaults().shards(SHARDS).key("/user").time("/time"));
    var _ =
        group.create(
            GroupOptions.defaults()
                .order(Order.KEY)
                .backoff(new Backoff(Duration.ofMillis(20), Duration.ofSeconds(1), 20)));
    pages.create();
    profiles.create();
    hours.create();
    thanks.create();
  }

  DemoReport run(List<DayEdit> day, Speed speed, Workers workers, Progress progress) {
    long begun = System.nanoTime();
    Replayed replayed;
    try (Progress.Step step = progress.begin("Replaying", OptionalLong.of(day.size()))) {
      replayed = new Replay(edits, speed, step).run(day);
    }
    try (Progress.Step step = progress.begin("Processing", OptionalLong.of(day.size()))) {
      awaitDrained(replayed.acknowledged(), workers, step);
    }
    Duration took = Duration.ofNanos(System.nanoTime() - begun);
    try (Progress.Step step = progress.begin("Feeding", OptionalLong.of(replayed.acknowledged()))) {
      pages.awaitFed(replayed.acknowledged(), step);
    }
    try (Progress.Step step =
        progress.begin("Enriching", OptionalLong.of(replayed.acknowledged()))) {
      profiles.awaitMade(replayed.acknowledged(), step);
    }
    try (Progress.Step step =
        progress.begin("Counting", OptionalLong.of(replayed.acknowledged()))) {
      hours.awaitCounted(replayed.acknowledged(), step);
    }
    List<BusiestEditor> busiest = book.busiest();
    DemoReport.Thanks thanked;
    try (Progress.Step step = progress.begin("Thanking", OptionalLong.of(busiest.size()))) {
      thanked = thanks.thank(busiest, step);
    }
    List<EditorProfile> made =
        profiles.of(day.stream().map(DayEdit::user).collect(Collectors.toSet()));
    store(made);
    return new DemoReport(
        day.size(),
        replayed.acknowledged(),
        book.processed(),
        group.get().dead().orElse(0),
        book.retries(),
        took.toMillis() / 1000.0,
        DemoReport.Figures.of(replayed.perSecond(), replayed.latencies()),
        DemoReport.Figures.of(
            Math.round(book.processed() / (took.toNanos() / 1e9)), book.latencies()),
        new DemoReport.Profiles(
            made.size(), profiles.rounds(), made.stream().limit(SAMPLE).toList()),
        book.channels(),
        hours.all(),
        pages.of(made.stream().limit(SAMPLE).map(EditorProfile::user).toList()),
        thanked);
  }

  private void awaitDrained(int acknowledged, Workers workers, Progress.Step step) {
    long movedAt = System.nanoTime();
    int before = -1;
    while (before < acknowledged) {
      workers.look();
      int done =
          Math.toIntExact(book.processed() + (isQuiet(movedAt) ? group.get().dead().orElse(0) : 0));
      if (done > before) {
        movedAt = System.nanoTime();
        before = done;
        step.reach(done);
      } else if (System.nanoTime() - movedAt > STUCK.toNanos()) {
        throw new IllegalStateException(
            "nothing was processed for " + STUCK.toSeconds() + " s, at " + done + " edits");
      }
      LockSupport.parkNanos(LOOK.toNanos());
    }
  }

  private static boolean isQuiet(long movedAt) {
    return System.nanoTime() - movedAt > TimeUnit.SECONDS.toNanos(1);
  }

  /** Appends the result to a separate stream. */
  private void store(List<EditorProfile> profiles) {
    StreamClient stream = client.stream(DemoNames.PROFILES);
    var _ = stream.create(StreamOptions.defaults().shards(SHARDS).key("/user"));
    for (int from = 0; from < profiles.size(); from += BATCH) {
      List<NewEvent> batch =
          profiles.subList(from, Math.min(profiles.size(), from + BATCH)).stream()
              .map(profile -> NewEvent.of(Payload.json(DemoReport.json(profile))))
              .toList();
      var _ = stream.append(batch, AppendOptions.numbered("demo", from / BATCH));
    }
  }

  private void delete(String stream) {
    try {
      client.stream(stream).delete();
    } catch (MessinaException.NotFound _) {
      // there was no earlier run
    }
  }
}
