package io.messina.flink.sink;

import io.messina.api.Appended;
import io.messina.api.SourceBatch;
import io.messina.client.MessinaClient;
import io.messina.client.error.MessinaException;
import io.messina.client.event.NewEvent;
import io.messina.client.stream.AppendOptions;
import io.messina.client.stream.StreamClient;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.apache.flink.api.connector.sink2.Committer;

/**
 * Sends the batches of checkpoints that are complete, in their order: where one has to come again
 * later, so have all that follow it.
 */
final class CheckpointSender implements Committer<NumberedBatches> {

  private final MessinaClient client;
  private final StreamClient stream;
  private final RefusedEvents refused;

  CheckpointSender(MessinaClient client, String stream, RefusedEvents refused) {
    this.client = client;
    this.stream = client.stream(stream);
    this.refused = refused;
  }

  @Override
  public void commit(Collection<CommitRequest<NumberedBatches>> requests) throws IOException {
    boolean later = false;
    for (CommitRequest<NumberedBatches> request : requests) {
      if (later) {
        request.retryLater();
        continue;
      }
      try {
        send(request.getCommittable());
      } catch (MessinaException e) {
        if (!e.retryable()) {
          // A request that signals a known reason would be dropped, its events with it.
          throw new IOException("stream " + stream.name() + ": events cannot be appended", e);
        }
        later = true;
        request.retryLater();
      }
    }
    refused.report();
  }

  private void send(NumberedBatches batches) throws IOException {
    for (int i = 0; i < batches.batches().size(); i++) {
      List<NewEvent> left = EventBytes.readAll(batches.batches().get(i));
      SourceBatch batch = new SourceBatch(batches.source(), batches.first() + i);
      while (!left.isEmpty()) {
        left = append(left, batch);
      }
    }
  }

  /** Returns the events to append in place of the refused ones: none if there is no replacement. */
  private List<NewEvent> append(List<NewEvent> events, SourceBatch batch) throws IOException {
    Appended appended;
    try {
      appended = stream.append(events, AppendOptions.numbered(batch.source(), batch.number()));
    } catch (MessinaException.Refused e) {
      return refused.without(events, e.problem(), e);
    }
    if (appended.unchecked() > 0) {
      throw new IOException(
          "batch %d of source %s: it is unknown whether it was appended, as later ones of the source were (expected: one of the last 64 of its source)"
              .formatted(batch.number(), batch.source()));
    }
    return List.of();
  }

  @Override
  public void close() {
    client.close();
  }
}
