package io.messina.bench.messages;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Locale;

/** A provider with an API over HTTP that takes its time for each answer. */
final class HttpPeer extends Peer {

  private static final String LENGTH = "content-length:";
  private static final String TAKEN =
      """
      HTTP/1.1 202 Accepted\r
      content-type: application/json\r
      content-length: 10\r
      \r
      {"id":"1"}\
      """;
  private static final String THROTTLED =
      """
      HTTP/1.1 429 Too Many Requests\r
      retry-after: 1\r
      content-length: 0\r
      \r
      """;

  private final Duration delay;
  private final boolean throttles;

  private HttpPeer(Duration delay, boolean throttles) throws IOException {
    this.delay = delay;
    this.throttles = throttles;
  }

  /** Answers after this time that it has the message. */
  static HttpPeer answering(Duration delay) throws IOException {
    HttpPeer peer = new HttpPeer(delay, false);
    peer.listen();
    return peer;
  }

  /** Always asks to wait for a second. */
  static HttpPeer throttling() throws IOException {
    HttpPeer peer = new HttpPeer(Duration.ZERO, true);
    peer.listen();
    return peer;
  }

  @Override
  void serve(InputStream in, OutputStream out) throws IOException, InterruptedException {
    while (!line(in).isEmpty()) {
      int length = 0;
      for (String header = line(in); !header.isEmpty(); header = line(in)) {
        if (header.toLowerCase(Locale.ROOT).startsWith(LENGTH)) {
          length = Integer.parseInt(header.substring(LENGTH.length()).strip());
        }
      }
      in.skipNBytes(length);
      if (!delay.isZero()) {
        Thread.sleep(delay);
      }
      if (!throttles) {
        take();
      }
      write(out, throttles ? THROTTLED : TAKEN);
    }
  }
}
