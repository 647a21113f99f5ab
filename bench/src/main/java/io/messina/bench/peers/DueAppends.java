package io.messina.bench.peers;

import io.messina.bench.http.AppendLoad;
import io.messina.bench.http.Dialogue;
import io.messina.bench.http.DueEvent;
import io.messina.bench.http.HttpAnswer;
import io.messina.bench.http.HttpRequests;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/** Appends of single events, each of which tells when it was due. */
final class DueAppends implements Dialogue {

  private static final int PREPARED = 64;

  private final int payloadFrom;
  private final AppendLoad appends;

  private DueAppends(List<ByteBuffer> requests, int payloadFrom) {

    this.payloadFrom = payloadFrom;
    this.appends = new AppendLoad(requests, 1, 0);
  }

  /** Appends to a stream, of other events on each connection. */
  static Supplier<Dialogue> to(String path) {
    SplittableRandom random = new SplittableRandom(3);
    return () -> {
      List<ByteBuffer> requests = new ArrayList<>();
      int payloadBytes = 0;
      for (int i = 0; i < PREPARED; i++) {
        byte[] payload = DueEvent.create(random);
        payloadBytes = payload.length;
        requests.add(
            HttpRequests.request(
                "POST",
                path + "/events",
                HttpRequests.JSON,
                new String(payload, StandardCharsets.US_ASCII)));
      }
      return new DueAppends(requests, requests.getFirst().limit() - payloadBytes);
    };
  }

  @Override
  public ByteBuffer next() {
    return appends.next();
  }

  @Override
  public ByteBuffer next(long dueNanos) {
    ByteBuffer request = appends.next();
    DueEvent.setDue(request, payloadFrom, dueNanos);
    return request;
  }

  @Override
  public int answered(HttpAnswer answer) {
    return appends.answered(answer);
  }
}
