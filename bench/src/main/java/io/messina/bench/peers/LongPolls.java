package io.messina.bench.peers;

import io.messina.bench.http.ClaimsAndAcks;
import io.messina.bench.http.DueLatencies;
import io.messina.bench.http.HttpLoad;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Single events at a rate, to claims over HTTP that wait for them. */
final class LongPolls implements Load {

  private static final int WORKERS = 4;
  private static final Duration LONGER = Duration.ofMillis(500);
  private static final int TRIES = 30;

  private final DueLatencies latencies = new DueLatencies();
  private final HttpAppends appends;
  private final MessinaStream stream;
  private final HttpLoad claims;

  LongPolls(PeerArm arm, String url) throws IOException {
    this.appends = HttpAppends.due(arm, url);
    this.stream = new MessinaStream(url, arm.toString());
    String group = stream.group("workers");
    this.claims =
        new HttpLoad(
            stream.address(), WORKERS, () -> new ClaimsAndAcks(group, Optional.of(latencies)));
  }

  @Override
  public Answered run(Duration length)
      throws IOException, InterruptedException, ExecutionException {
    FutureTask<Object> claiming = new FutureTask<>(() -> claims.run(length.plus(LONGER)));
    Thread.ofPlatform().start(claiming);
    Answered answered = appends.run(length);
    var _ = claiming.get();
    for (int i = 0; latencies.count() < answered.events() && i < TRIES; i++) {
      var _ = claims.run(LONGER);
    }
    return answered.arrived(latencies.take());
  }

  @Override
  public void check() {
    appends.check();
  }

  @Override
  public void close() throws IOException {
    claims.close();
    appends.close();
    stream.close();
  }
}
