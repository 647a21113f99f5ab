package io.messina.cli.demo;

import io.messina.api.GroupName;
import io.messina.api.StreamName;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.Consumer;
import io.messina.stream.ConsumerOptions;
import io.messina.stream.node.Streams;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.zip.CRC32;
import tools.jackson.databind.json.JsonMapper;

/** Workers that process the edits, from when they are created until they are closed. */
interface Workers extends AutoCloseable {

  /** The part of the events whose first attempt fails on purpose. */
  int FAILING_PERCENT = 3;

  /** The number of edits that handlers in this process have at a time. */
  int CONCURRENCY = 256;

  /** The process in which edits are handled. */
  enum Kind {
    /** Handlers in the server's own process. */
    JAVA,
    /** Processes that claim over HTTP. */
    PYTHON
  }

  /**
   * Brings the book up to date.
   *
   * @throws IllegalStateException if they cannot continue
   */
  default void look() {}

  /** Ends them; repeating it changes nothing. */
  @Override
  void close();

  /** Handlers in the server's own process. */
  static Workers in(Streams streams, EditBook book) {
    Consumer consumer =
        streams.stream(new StreamName(DemoDefinitions.EDITS))
            .group(new GroupName(DemoDefinitions.PROFILES))
            .claim(
                event -> handle(event, book),
                ConsumerOptions.DEFAULT.withConcurrency(CONCURRENCY).withName("demo"));
    return consumer::close;
  }

  private static void handle(ClaimedEvent event, EditBook book) {
    String id = event.stored().id().toString();
    if (event.attempt() == 1 && isFailing(id)) {
      throw new IllegalStateException("fails on purpose");
    }
    book.apply(
        id,
        JsonMapper.shared().readTree(event.stored().event().payload().toArray()),
        event.attempt(),
        Duration.between(event.stored().appendTime(), Instant.now()));
  }

  /** The same events in any language. */
  private static boolean isFailing(String eventId) {
    CRC32 hash = new CRC32();
    hash.update(eventId.getBytes(StandardCharsets.UTF_8));
    return hash.getValue() % 100 < FAILING_PERCENT;
  }
}
