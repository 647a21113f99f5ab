package io.messina.bench.http;

import java.nio.ByteBuffer;
import java.util.List;

/** Appends, one after the other, each of which is acknowledged as a whole. */
public final class AppendLoad implements Dialogue {

  private static final int ACCEPTED = 202;

  private final List<ByteBuffer> requests;
  private final int eventsEach;
  private final byte[] expected;
  private int at;

  /**
   * Appends from a list that begins again at its end.
   *
   * @param requests at least one
   * @param eventsEach the number of events in each
   * @param first where to begin
   */
  public AppendLoad(List<ByteBuffer> requests, int eventsEach, int first) {
    this.requests = requests;
    this.eventsEach = eventsEach;
    this.expected = HttpAnswer.ascii("{\"accepted\":" + eventsEach + ",\"duplicates\":0,");
    this.at = first;
  }

  @Override
  public ByteBuffer next() {
    at = (at + 1) % requests.size();
    return requests.get(at);
  }

  @Override
  public int answered(HttpAnswer answer) {
    if (answer.status() != ACCEPTED || !answer.bodyBeginsWith(expected)) {
      throw new IllegalStateException("an append was answered " + answer.body());
    }
    return eventsEach;
  }
}
