package io.messina.sink;

import io.messina.api.Start;
import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.api.message.protocol.HttpLimits;
import io.messina.api.sink.SinkFormat;
import io.messina.api.sink.SinkName;
import io.messina.api.sink.SinkOptions;
import io.messina.api.sink.SinkPace;
import io.messina.api.sink.SinkReport;
import io.messina.api.sink.SinkRequest;
import io.messina.connectors.Secret;
import io.messina.connectors.SendTracer;
import io.messina.runtime.definition.Precondition;
import io.messina.store.Bytes;
import io.messina.store.Store;
import io.messina.store.rocksdb.Durability;
import io.messina.store.rocksdb.RocksStore;
import io.messina.store.rocksdb.RocksStoreOptions;
import io.messina.stream.Event;
import io.messina.stream.node.Streams;
import io.messina.stream.testkit.HurriedTime;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A stream on an embedded store, sinks of it, and who gets its events. */
abstract class SinkFixture {

  static final StreamName EDITS = new StreamName("edits");
  static final SinkName OUT = new SinkName("out");
  static final Secret KEY = new Secret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
  static final int SHARDS = 2;

  @TempDir Path folder;
  Receiver receiver;
  Store store;
  Streams streams;
  Sinks sinks;

  @BeforeEach
  void open() throws IOException {
    receiver = new Receiver();
    store =
        RocksStore.open(
            folder,
            RocksStoreOptions.DEFAULT.withDurability(Durability.OS),
            InstantSource.system());
    start();
    create();
  }

  /** The process begins. */
  final void start() {
    streams = HurriedTime.streams(store);
    sinks =
        Sinks.start(
            HurriedTime.context(store),
            streams,
            reference -> {
              if (reference.equals("env:KEY")) {
                return KEY;
              }
              throw new IllegalArgumentException(reference + ": nothing there");
            },
            SendTracer.NONE);
  }

  /** The process ends. */
  void stop() {
    sinks.close();
    streams.close();
  }

  @AfterEach
  void close() {
    stop();
    store.close();
    receiver.close();
  }

  void create() {
    var _ = streams.create(EDITS, StreamOptions.DEFAULT.shards(SHARDS));
  }

  /** Ten events a request, again after 20 ms of a clock in a hurry. */
  SinkOptions options() {
    return SinkOptions.of(EDITS, receiver.url())
        .pace(
            new SinkPace(
                10, 1 << 20, Optional.empty(), Duration.ofMillis(20), Duration.ofMillis(200)))
        .limits(new HttpLimits(8, Duration.ofSeconds(20), true));
  }

  SinkOptions asking(SinkFormat format, Map<String, String> headers, Optional<String> key) {
    return options()
        .request(new SinkRequest(receiver.url(), format, headers, Map.of("token", "env:KEY"), key));
  }

  void put(SinkOptions options) {
    var _ = sinks.jobs().put(OUT.value(), options, Precondition.NONE);
  }

  SinkReport report() {
    return sinks.report(sinks.jobs().find(OUT.value()));
  }

  /** Events with consecutive numbers, of four keys. */
  void append(int first, int count) {
    List<Event> events = new ArrayList<>();
    for (int n = first; n < first + count; n++) {
      events.add(event(n));
    }
    var _ = streams.stream(EDITS).append(events);
  }

  static Event event(int n) {
    return Event.builder(Bytes.utf8("{\n\"n\":" + n + "}"))
        .key(Bytes.utf8("k" + n % 4))
        .contentType("application/json")
        .build();
  }

  /** The numbers of all events that came, of one key after the other. */
  List<Integer> received() {
    return receiver.requests().stream().flatMap(it -> it.numbers().stream()).toList();
  }

  static SinkOptions from(SinkOptions options, Start start) {
    return new SinkOptions(
        options.stream(), options.request(), options.pace(), options.limits(), start);
  }
}
