package io.messina.cli.demo;

import io.messina.store.HybridClock;
import io.messina.store.PartitionKey;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.Scan;
import io.messina.store.Store;
import java.time.Duration;
import java.util.List;

/** The demo's steps, in order. Nothing is tried again: an error of the store ends it. */
final class Demo {

  private static final int SAMPLE = 10;

  private final Store store;
  private final HybridClock timestamps;
  private final Progress progress;

  Demo(Store store, HybridClock timestamps, Progress progress) {
    this.store = store;
    this.timestamps = timestamps;
    this.progress = progress;
  }

  DemoRun run() {
    List<Edit> edits = WikipediaEdits.read();
    store.create(EditTable.TABLE);
    store.create(ProfileTable.TABLE);
    deleteEarlier(edits);
    return run(new Writers(store, timestamps), edits);
  }

  private DemoRun run(Writers writers, List<Edit> edits) {
    long begun = System.nanoTime();
    Written written = write(writers, "Writing", edits.stream().map(EditTable::row).toList());
    long reading = System.nanoTime();
    EditsReadBack readBack = readBack(edits);
    Duration readTook = since(reading);
    List<EditorProfile> profiles = readBack.profiles();
    Written stored = write(writers, "Profiles", profiles.stream().map(ProfileTable::row).toList());
    check(profiles);
    DemoReport report =
        new DemoReport(
            edits.size(),
            written.acknowledged(),
            readBack.count(),
            since(begun).toMillis() / 1000.0,
            new DemoReport.Profiles(profiles.size(), profiles.stream().limit(SAMPLE).toList()),
            readBack.channels());
    return new DemoRun(written, readTook, stored, report);
  }

  private Written write(Writers writers, String name, List<Row> rows) {
    try (Progress.Step step = progress.begin(name, rows.size())) {
      return writers.write(rows, step);
    }
  }

  private EditsReadBack readBack(List<Edit> acknowledged) {
    EditsReadBack readBack = new EditsReadBack(store);
    try (Progress.Step step = progress.begin("Reading", acknowledged.size())) {
      readBack.read(acknowledged, step);
    }
    return readBack;
  }

  private void check(List<EditorProfile> acknowledged) {
    for (EditorProfile profile : acknowledged) {
      if (!isStored(profile)) {
        throw new IllegalStateException(
            profile.user() + ": the store does not return the profile that it acknowledged");
      }
    }
  }

  private boolean isStored(EditorProfile profile) {
    return store
        .get(ProfileTable.key(profile.user()))
        .map(ProfileTable::profile)
        .filter(profile::equals)
        .isPresent();
  }

  /** An append-only row is put once, so what an earlier run put has to go first. */
  private void deleteEarlier(List<Edit> edits) {
    edits.stream()
        .map(Edit::channel)
        .distinct()
        .map(EditTable::partition)
        .filter(this::isWritten)
        .forEach(
            channel ->
                store.write(PlainBatch.in(channel, timestamps.next()).deletePartition().build()));
  }

  private boolean isWritten(PartitionKey channel) {
    return store.scan(Scan.of(channel).first(1)).hasNext();
  }

  private static Duration since(long nanoTime) {
    return Duration.ofNanos(System.nanoTime() - nanoTime);
  }
}
