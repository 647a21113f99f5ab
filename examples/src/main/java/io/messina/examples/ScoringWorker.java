package io.messina.examples;

import io.messina.api.GroupOptions;
import io.messina.api.ReceiptStatus;
import io.messina.api.StreamOptions;
import io.messina.client.MessinaClient;
import io.messina.client.event.NewEvent;
import io.messina.client.event.Payload;
import io.messina.client.group.ClaimWorker;
import io.messina.client.group.ClaimedEvent;
import io.messina.client.group.ClientMetrics;
import io.messina.client.group.GroupClient;
import io.messina.client.group.Outcome;
import io.messina.client.group.Output;
import io.messina.client.group.WorkerOptions;
import io.messina.client.stream.StreamClient;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A worker that claims edits from a server, appends a score for each, and ends in time. */
public final class ScoringWorker {

  private static final String URL = "http://127.0.0.1:8420";
  private static final int EDITS = 5;

  private ScoringWorker() {}

  /**
   * Runs the example.
   *
   * @param arguments where the server is; by default {@code http://127.0.0.1:8420}
   * @throws InterruptedException where it is told to stop
   */
  public static void main(String[] arguments) throws InterruptedException {
    CountDownLatch scored = new CountDownLatch(EDITS);
    URI url = URI.create(arguments.length == 0 ? URL : arguments[0]);
    try (MessinaClient client = MessinaClient.builder(url).metrics(counting(scored)).build()) {
      StreamClient edits = client.stream("edits");
      edits.create(StreamOptions.defaults());
      StreamClient scores = client.stream("scores");
      scores.create(StreamOptions.defaults());
      GroupClient scoring = edits.group("scoring");
      scoring.create(GroupOptions.defaults());
      WorkerOptions options =
          WorkerOptions.named("scorer").withConcurrency(2).withHandlingMax(Duration.ofMinutes(1));
      ClaimWorker worker =
          ClaimWorker.start(
              scoring,
              options,
              event -> Outcome.done(List.of(new Output(scores.name(), score(event)))));
      for (int i = 1; i <= EDITS; i++) {
        edits.append(NewEvent.of("anna", Payload.json("{\"added\":" + i + "}")));
      }
      System.out.println("all scored: " + scored.await(1, TimeUnit.MINUTES));
      System.out.println("ended in time: " + worker.close(Duration.ofSeconds(10)));
    }
  }

  /** An exception here gives the event back, to be tried again after the group's backoff. */
  private static NewEvent score(ClaimedEvent claimed) {
    String edit = claimed.event().payload().text();
    return NewEvent.of("anna", Payload.json("{\"edit\":%s,\"score\":0.5}".formatted(edit)));
  }

  /** The worker's threads call it; put the counters of any library here. */
  private static ClientMetrics counting(CountDownLatch scored) {
    return new ClientMetrics() {
      @Override
      public void settled(GroupClient group, ReceiptStatus status, int events) {
        for (int i = 0; status == ReceiptStatus.OK && i < events; i++) {
          scored.countDown();
        }
      }
    };
  }
}
