package io.messina.bench.features;

import io.messina.bench.http.Dialogue;
import io.messina.bench.http.HttpAnswer;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Requests one after the other, from the first again behind the last, that several connections take
 * turns with.
 *
 * @param requests all of them
 * @param expected the beginning of an answer's body
 * @param asked how many have been
 */
record Asked(List<ByteBuffer> requests, byte[] expected, AtomicInteger asked) implements Dialogue {

  private static final int SUCCESSES = 2;
  private static final int CLASS = 100;

  static Asked of(List<ByteBuffer> requests, String expected) {
    return new Asked(requests, HttpAnswer.ascii(expected), new AtomicInteger());
  }

  @Override
  public ByteBuffer next() {
    return requests.get(Math.floorMod(asked.getAndIncrement(), requests.size()));
  }

  @Override
  public int answered(HttpAnswer answer) {
    if (answer.status() / CLASS != SUCCESSES || !answer.bodyBeginsWith(expected)) {
      throw new IllegalStateException("answered " + answer.status());
    }
    return 1;
  }
}
