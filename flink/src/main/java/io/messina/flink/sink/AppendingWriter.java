package io.messina.flink.sink;

import io.messina.client.MessinaClient;
import io.messina.client.error.MessinaException;
import io.messina.client.event.NewEvent;
import io.messina.client.stream.BatchingAppender;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.jspecify.annotations.Nullable;

/**
 * Appends as records come; a checkpoint waits until all before it are durable. Records after the
 * last checkpoint are appended again after a failure.
 *
 * @param <T> a record
 */
final class AppendingWriter<T> implements SinkWriter<T> {

  private final RecordMapper<T> mapper;
  private final MessinaClient client;
  private final BatchingAppender appender;
  private final RefusedEvents refused;
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private final Queue<String> dropped = new ConcurrentLinkedQueue<>();

  /**
   * Done once the outcome of an event is recorded: dependants of the appender's own futures may run
   * before that.
   */
  private final Queue<CompletableFuture<Boolean>> outcomes = new ArrayDeque<>();

  AppendingWriter(
      RecordMapper<T> mapper, MessinaClient client, String stream, RefusedEvents refused) {
    this.mapper = mapper;
    this.client = client;
    this.refused = refused;
    this.appender = new BatchingAppender(client.stream(stream));
  }

  @Override
  public void write(T element, Context context) throws IOException {
    check();
    NewEvent event = mapper.map(element);
    if (refused.passes(event)) {
      while (!outcomes.isEmpty() && outcomes.element().isDone()) {
        var unused = outcomes.remove();
      }
      outcomes.add(
          appender
              .append(event)
              .handle(
                  (id, e) -> {
                    if (e != null) {
                      failed(e);
                    }
                    return true;
                  }));
    }
  }

  /** Called by any thread. */
  private void failed(Throwable e) {
    Throwable cause = e.getCause();
    Throwable why = e instanceof CompletionException && cause != null ? cause : e;
    if (refused.drops() && why instanceof MessinaException.Refused refusal) {
      dropped.add(refusal.problem().detail());
    } else {
      failure.compareAndSet(null, e);
    }
  }

  @Override
  public void flush(boolean endOfInput) throws IOException {
    CompletableFuture<Void> sent = appender.flush();
    while (!outcomes.isEmpty()) {
      var unused = outcomes.remove().join();
    }
    sent.join();
    check();
    refused.report();
  }

  private void check() throws IOException {
    for (String why = dropped.poll(); why != null; why = dropped.poll()) {
      refused.dropped(1, why);
    }
    Throwable failed = failure.get();
    if (failed != null) {
      throw new IOException("events were not appended", failed);
    }
  }

  @Override
  public void close() {
    try {
      appender.close();
    } finally {
      client.close();
    }
  }
}
