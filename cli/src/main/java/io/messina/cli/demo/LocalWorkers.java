package io.messina.cli.demo;

import io.messina.api.GroupName;
import io.messina.api.StreamName;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.Consumer;
import io.messina.stream.ConsumerOptions;
import io.messina.stream.node.Streams;
import java.time.Duration;
import java.time.Instant;
import tools.jackson.databind.json.JsonMapper;

/** Handlers in the server's own process: no HTTP lies between them and the stream. */
final class LocalWorkers implements Workers {

  private static final int CONCURRENCY = 256;

  private final EditBook book;
  private final Consumer consumer;

  LocalWorkers(Streams streams, EditBook book) {
    this.book = book;
    this.consumer =
        streams.stream(new StreamName(DemoNames.EDITS))
            .group(new GroupName(DemoNames.PROFILES))
            .claim(
                this::handle,
                ConsumerOptions.DEFAULT.withConcurrency(CONCURRENCY).withName("demo"));
  }

  @Override
  public void look() {}

  @Override
  public void close() {
    consumer.close();
  }

  private void handle(ClaimedEvent event) {
    String id = event.stored().id().toString();
    if (Mishaps.isDue(id, event.attempt())) {
      throw new IllegalStateException("fails on purpose");
    }
    Edit edit = Edit.of(JsonMapper.shared().readTree(event.stored().event().payload().toArray()));
    book.apply(
        id, edit, event.attempt(), Duration.between(event.stored().appendTime(), Instant.now()));
  }
}
