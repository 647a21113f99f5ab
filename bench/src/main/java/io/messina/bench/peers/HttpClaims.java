package io.messina.bench.peers;

import io.messina.bench.http.ClaimsAndAcks;
import io.messina.bench.http.HttpLoad;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** Claims and acks over HTTP, from a backlog that is filled before each round. */
final class HttpClaims implements Load {

  /** No arm of claims empties so much in a second on two cores. */
  static final long BACKLOG_PER_SECOND = 150_000;

  static final int WORKERS = 8;

  private static final String GROUP = "workers";
  private static final Duration FILLING = Duration.ofMillis(250);

  private final MessinaStream stream;
  private final HttpLoad filling;
  private final HttpLoad claims;
  private long appended;
  private long acked;

  HttpClaims(String url) throws IOException {
    this.stream = new MessinaStream(url, PeerArm.CLAIMS.toString());
    String group = stream.group(GROUP);
    this.filling =
        new HttpLoad(
            stream.address(), HttpAppends.BATCH_CONNECTIONS, HttpAppends.batches(stream.path()));
    this.claims =
        new HttpLoad(stream.address(), WORKERS, () -> new ClaimsAndAcks(group, Optional.empty()));
  }

  @Override
  public void prepare(Duration length) throws IOException {
    while (appended - acked < BACKLOG_PER_SECOND * length.toMillis() / 1000) {
      appended += filling.run(FILLING).events();
    }
  }

  @Override
  public Answered run(Duration length) throws IOException {
    Answered answered = Answered.of(claims.run(length));
    acked += answered.events();
    return answered;
  }

  @Override
  public void check() {
    Counted.check("acks", acked, appended - stream.lag(GROUP), 0);
  }

  @Override
  public void close() throws IOException {
    filling.close();
    claims.close();
    stream.close();
  }
}
