package io.messina.bench.peers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** The program of a {@link LoadProcess}, which says a line and reads the next. */
final class LoadMain {

  static final String PREPARE = "prepare ";
  static final String RUN = "run ";
  static final String CHECK = "check";
  static final String DONE = "= ";
  static final String FAILED = "! ";

  private LoadMain() {}

  /**
   * Runs until the input ends.
   *
   * @param arguments the name of an arm, and the address of its server
   * @throws IOException where its output is not read
   */
  public static void main(String[] arguments) throws IOException {
    try (Load load = open(PeerArm.valueOf(arguments[0]), arguments[1]);
        BufferedReader commands =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      System.out.println(DONE);
      for (String line = commands.readLine(); line != null; line = commands.readLine()) {
        System.out.println(DONE + answer(load, line));
      }
    } catch (Exception e) {
      System.out.println(FAILED + String.valueOf(e).replaceAll("\\s+", " "));
      // Threads of a client that is not closed would keep the process.
      System.exit(1);
    }
    System.exit(0);
  }

  private static String answer(Load load, String command) throws Exception {
    if (command.startsWith(RUN)) {
      return load.run(millis(command, RUN)).toString();
    }
    if (command.startsWith(PREPARE)) {
      load.prepare(millis(command, PREPARE));
    } else {
      load.check();
    }
    return "";
  }

  private static Duration millis(String command, String begin) {
    return Duration.ofMillis(Long.parseLong(command.substring(begin.length())));
  }

  private static Load open(PeerArm arm, String address) throws Exception {
    return switch (arm) {
      case NDJSON, SINGLES -> HttpAppends.open(arm, address);
      case CONSTANT -> HttpAppends.constant(address);
      case NDJSON_NEUTRAL, SINGLES_NEUTRAL, CONSTANT_NEUTRAL -> NeutralAppends.open(arm, address);
      case CLIENT -> new ClientAppends(address);
      case CLAIMS -> new HttpClaims(address);
      case HANDLER_5000, HANDLER_10000 -> HttpAppends.due(arm, address);
      case POLL_5000, POLL_10000 -> new LongPolls(arm, address);
      case KAFKA, KAFKA_FLUSH -> new KafkaAppends(arm, address);
      case KAFKA_SHARE -> new KafkaShares(address);
      case KAFKA_5000, KAFKA_10000, KAFKA_FLUSH_5000, KAFKA_FLUSH_10000 ->
          new KafkaArrivals(arm, address);
      case POSTGRES_BATCHES, POSTGRES_SINGLES -> new PostgresAppends(arm, address);
      case POSTGRES_CLAIMS -> new PostgresClaims(address);
    };
  }
}
