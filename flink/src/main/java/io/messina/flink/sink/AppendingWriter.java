package io.messina.flink.sink;

import io.messina.client.MessinaClient;
import io.messina.client.stream.BatchingAppender;
import java.io.IOException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.jspecify.annotations.Nullable;

/**
 * Appends as records come; a checkpoint waits until all before it are durable. What came after the
 * last checkpoint is appended again after a failure.
 *
 * @param <T> a record
 */
final class AppendingWriter<T> implements SinkWriter<T> {

  private final RecordMapper<T> mapper;
  private final MessinaClient client;
  private final BatchingAppender appender;
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

  AppendingWriter(RecordMapper<T> mapper, MessinaClient client, String stream) {
    this.mapper = mapper;
    this.client = client;
    this.appender = new BatchingAppender(client.stream(stream));
  }

  @Override
  public void write(T element, Context context) throws IOException {
    check();
    var unused =
        appender
            .append(mapper.map(element))
            .whenComplete(
                (id, e) -> {
                  if (e != null) {
                    failure.compareAndSet(null, e);
                  }
                });
  }

  @Override
  public void flush(boolean endOfInput) throws IOException {
    try {
      appender.flush().join();
    } catch (CompletionException e) {
      failure.compareAndSet(null, e);
    }
    check();
  }

  private void check() throws IOException {
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
