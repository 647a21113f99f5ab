package io.messina.bench.peers;

import io.helidon.http.Status;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRouting;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Bare Helidon, set up as Messina's: it reads the body of each request and answers a constant. */
final class ConstantAnswer {

  /** As long as the answer to an append of one event. */
  private static final byte[] ANSWER =
      "{\"accepted\":1,\"duplicates\":0,\"ids\":[\"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\"]}"
          .getBytes(StandardCharsets.UTF_8);

  private ConstantAnswer() {}

  /**
   * Prints its base URL, and serves until the input ends.
   *
   * @param arguments are not read
   * @throws IOException where the input cannot be read
   */
  public static void main(String[] arguments) throws IOException {
    WebServer server =
        WebServer.builder()
            .host("127.0.0.1")
            .port(0)
            .shutdownHook(false)
            .connectionOptions(options -> options.tcpNoDelay(true))
            .useNio(false)
            .routing(
                HttpRouting.builder()
                    .any(
                        (request, response) -> {
                          var _ = request.content().as(byte[].class);
                          response
                              .status(Status.ACCEPTED_202)
                              .header("Content-Type", "application/json");
                          response.send(ANSWER);
                        }))
            .build()
            .start();
    System.out.println("http://127.0.0.1:" + server.port());
    while (System.in.read() >= 0) {
      // Nothing is asked.
    }
    server.stop();
  }
}
