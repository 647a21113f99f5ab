package io.messina.client.contract;

import io.messina.api.ClaimOptions;
import io.messina.api.GroupName;
import io.messina.api.StreamName;
import io.messina.client.MessinaClient;
import io.messina.client.group.ClaimedEvent;
import io.messina.client.group.GroupClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** A worker in a process of its own, that is killed between two acknowledgements. */
final class KilledWorker {

  private static final String READY = "one of two is acknowledged";

  private KilledWorker() {}

  /** Starts the process, waits until it is half done, and kills it as {@code kill -9} does. */
  static void claimTwoAckOneAndDie(URI url, StreamName stream, GroupName group)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", // it lives too shortly for more
                "-cp",
                System.getProperty("java.class.path"),
                KilledWorker.class.getName(),
                url.toString(),
                stream.value(),
                group.value())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
      String line = output.readLine();
      if (!READY.equals(line)) {
        throw new IOException("the worker said " + line);
      }
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  /**
   * Claims two events and acknowledges one.
   *
   * @param args the base URL, the stream and the group
   * @throws InterruptedException never
   */
  public static void main(String[] args) throws InterruptedException {
    MessinaClient client = MessinaClient.connect(args[0]);
    GroupClient group = client.stream(args[1]).group(args[2]);
    List<ClaimedEvent> claimed =
        group.claim(
            ClaimOptions.upTo(2)
                .withWait(Duration.ofSeconds(30))
                .withLease(Duration.ofMinutes(10))
                .withWorker("doomed"));
    group.ack(List.of(claimed.get(0).receipt()));
    // Only now is there little time left, as starting up may take long.
    group.extend(List.of(claimed.get(1).receipt()), Optional.of(Duration.ofSeconds(1)));
    System.out.println(READY);
    new CountDownLatch(1).await();
  }
}
