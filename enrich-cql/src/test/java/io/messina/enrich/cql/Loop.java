package io.messina.enrich.cql;

import io.messina.enrich.Enriched;
import io.messina.enrich.Enricher;
import io.messina.enrich.EnrichmentEffects;
import io.messina.enrich.EnrichmentOptions;
import io.messina.enrich.EnrichmentStatus;
import io.messina.enrich.FailedEvent;
import io.messina.enrich.KeyedStateClient;
import io.messina.enrich.ShardEnrichment;
import io.messina.enrich.ShardStart;
import io.messina.enrich.StateRow;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Drives a core against a database, of whose answers some never come. For one thread. */
final class Loop implements EnrichmentEffects<String, String, String, String> {

  private static final double LOST = 0.03;
  private static final long PAUSE_MILLIS = 5;

  private final KeyedStateClient<String, String> client;
  private final SplittableRandom random;
  private final ShardEnrichment<String, String, String, String> core;
  private final BlockingQueue<Runnable> answers = new LinkedBlockingQueue<>();

  Loop(
      EnrichmentOptions options, KeyedStateClient<String, String> client, SplittableRandom random) {
    this.client = client;
    this.random = random;
    this.core =
        new ShardEnrichment<>(options, new Appending(), new ShardStart(2, 0, -1), this, random);
  }

  /** A state is all payloads. */
  private record Appending() implements Enricher<String, String, String, String> {

    @Override
    public Enriched<String, String> enrich(
        String key, @Nullable String state, List<String> events) {
      String added = String.join(" ", events);
      return new Enriched<>(state == null || state.isEmpty() ? added : state + " " + added, events);
    }

    @Override
    public List<String> emitAgain(String key, @Nullable String state, List<String> events) {
      return events;
    }
  }

  /** Enriches events from one position up to another, until all are finished. */
  void run(List<String> keys, int from, int to) {
    int next = from;
    while (core.completeTo() < to) {
      while (next < to
          && core.offer(keys.get(next), next, Integer.toString(next), 50, System.nanoTime())) {
        next++;
      }
      core.tick(System.nanoTime());
      await();
    }
  }

  private void await() {
    try {
      Runnable answer = answers.poll(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
      while (answer != null) {
        answer.run();
        answer = answers.poll();
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  EnrichmentStatus status() {
    return core.status();
  }

  private <T extends @Nullable Object> void answer(
      CompletionStage<T> stage, long attempt, Consumer<T> told) {
    boolean lost = random.nextDouble() < LOST;
    stage.whenComplete(
        (result, failed) -> {
          if (failed != null) {
            answers.add(() -> core.failed(attempt, failed, System.nanoTime()));
          } else if (!lost) {
            answers.add(() -> told.accept(result));
          }
        });
  }

  @Override
  public void read(String key, long attempt) {
    answer(client.read(key), attempt, row -> core.read(attempt, row, System.nanoTime()));
  }

  @Override
  public void write(
      String key, @Nullable StateRow<String> expected, StateRow<String> row, long attempt) {
    answer(
        client.write(key, expected, row),
        attempt,
        result -> core.written(attempt, result, System.nanoTime()));
  }

  @Override
  public void emit(String key, long position, String output) {}

  @Override
  public void deadLetter(FailedEvent<String, String> letter, long id) {
    throw new AssertionError(letter.toString());
  }

  @Override
  public void stopped(String why) {
    throw new AssertionError(why);
  }
}
