package io.messina.examples;

import io.messina.api.GroupName;
import io.messina.api.GroupOptions;
import io.messina.api.Start;
import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.enrichment.Enrichment;
import io.messina.enrichment.EnrichmentJob;
import io.messina.store.Bytes;
import io.messina.store.rocksdb.RocksStore;
import io.messina.store.rocksdb.RocksStoreOptions;
import io.messina.stream.Event;
import io.messina.stream.node.Group;
import io.messina.stream.node.Stream;
import io.messina.stream.node.Streams;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Streams on an embedded store: all the wiring there is. */
final class ExampleStore implements AutoCloseable {

  private final RocksStore store;
  private final Streams streams;
  private final Consumer<Path> leftover;
  private final Path folder;

  private ExampleStore(Path folder, Consumer<Path> leftover) {
    this.folder = folder;
    this.leftover = leftover;
    this.store = RocksStore.open(folder, RocksStoreOptions.DEFAULT, InstantSource.system());
    this.streams = Streams.embedded(store);
  }

  /** In a folder that is removed at the end. */
  static ExampleStore temporary() throws IOException {
    return new ExampleStore(Files.createTempDirectory("messina-example"), ExampleStore::remove);
  }

  /** In a folder that stays. */
  static ExampleStore in(Path folder) {
    return new ExampleStore(folder, _ -> {});
  }

  /** A stream of this name, created if it does not exist. */
  Stream stream(String name) {
    streams.create(new StreamName(name), StreamOptions.DEFAULT);
    return streams.stream(new StreamName(name));
  }

  /** An enrichment of a stream, at work until it is closed. */
  <S> Enrichment<S> enrich(String stream, String name, EnrichmentJob<S> job) {
    return Enrichment.start(store, streams, new StreamName(stream), name, job);
  }

  /** A group that begins with the oldest event, created if it does not exist. */
  static Group group(Stream stream, String name, GroupOptions options) {
    GroupName group = new GroupName(name);
    stream.createGroup(group, Start.earliest(), options);
    return stream.group(group);
  }

  /** Events "order 1" and so on. */
  static List<Event> orders(int count) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(i -> Event.builder(Bytes.utf8("order " + i)).build())
        .toList();
  }

  @Override
  public void close() {
    streams.close();
    store.close();
    leftover.accept(folder);
  }

  static void remove(Path folder) {
    try (var files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      System.err.println("messina: " + folder + " cannot be removed: " + e.getMessage());
    }
  }
}
