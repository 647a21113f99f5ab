package io.messina.bench.http;

import java.nio.ByteBuffer;
import java.util.Optional;

/** A worker: claims, acks the events, and claims again. */
public final class ClaimsAndAcks implements Dialogue {

  private static final byte[] RECEIPT = HttpAnswer.ascii("\"receipt\":\"");
  private static final byte[] QUOTE = HttpAnswer.ascii("\"");
  private static final byte[] OK = HttpAnswer.ascii("\"status\":\"ok\"");
  private static final byte[] LIST = HttpAnswer.ascii("{\"receipts\":[");
  private static final byte[] LIST_END = HttpAnswer.ascii("]}");
  private static final int BODY_BYTES = 1 << 18;
  private static final int HEADERS_BYTES = 1 << 9;

  private final String group;
  private final ByteBuffer claim;
  private final Optional<DueLatencies> latencies;
  private final ByteBuffer receipts = ByteBuffer.allocate(BODY_BYTES);
  private final ByteBuffer ack = ByteBuffer.allocateDirect(BODY_BYTES + HEADERS_BYTES);
  private int claimed;

  /**
   * A worker.
   *
   * @param group its path
   * @param latencies take the time from when claimed events were due, if they tell that
   */
  public ClaimsAndAcks(String group, Optional<DueLatencies> latencies) {
    this.group = group;
    this.claim = HttpRequests.claim(group);
    this.latencies = latencies;
  }

  @Override
  public ByteBuffer next() {
    return claimed == 0 ? claim : ack;
  }

  /** Receipts go stale. */
  @Override
  public boolean mayRest() {
    return claimed == 0;
  }

  @Override
  public int answered(HttpAnswer answer) {
    if (answer.status() != 200) {
      throw new IllegalStateException("a worker was answered " + answer.body());
    }
    if (claimed == 0) {
      latencies.ifPresent(all -> all.addAll(answer));
      claimed = readReceipts(answer);
      return 0;
    }
    int done = claimed;
    checkOk(answer);
    claimed = 0;
    return done;
  }

  /** Makes the ack of all that was claimed; returns how many. */
  private int readReceipts(HttpAnswer answer) {
    int count = 0;
    receipts.clear().put(LIST);
    for (int at = answer.find(RECEIPT, 0); at >= 0; at = answer.find(RECEIPT, at)) {
      at += RECEIPT.length;
      if (count > 0) {
        receipts.put((byte) ',');
      }
      receipts.put(QUOTE).put(answer.bytes(), at, answer.find(QUOTE, at) - at).put(QUOTE);
      count++;
    }
    receipts.put(LIST_END).flip();
    ack.clear().put(HttpRequests.headers("POST", group + "/ack", receipts.remaining()));
    ack.put(receipts).flip();
    return count;
  }

  private void checkOk(HttpAnswer answer) {
    int ok = 0;
    for (int at = answer.find(OK, 0); at >= 0; at = answer.find(OK, at + OK.length)) {
      ok++;
    }
    if (ok != claimed) {
      throw new IllegalStateException(
          ok + " of " + claimed + " receipts were ok: " + answer.body());
    }
  }
}
