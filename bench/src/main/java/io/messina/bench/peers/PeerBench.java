package io.messina.bench.peers;

import io.messina.bench.figures.CpuTime;
import io.messina.bench.figures.DiskSync;
import io.messina.bench.figures.Percentiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Measures Messina beside others that do a part of the same, in turns and in changing order. */
public final class PeerBench {

  private PeerBench() {}

  /**
   * Runs arms and prints tables.
   *
   * @param arguments flags; {@code --help} tells which there are
   * @throws IOException where there is no room for files
   * @throws InterruptedException where the program is told to stop
   * @throws IllegalArgumentException with a sentence, where the arguments are others
   */
  public static void run(List<String> arguments) throws IOException, InterruptedException {
    if (arguments.contains("--help") || arguments.contains("-h") || arguments.contains("-l")) {
      System.out.print(help());
      return;
    }
    PeerSettings settings = PeerSettings.read(arguments);
    if (!CpuTime.isKnown()) {
      throw new IllegalArgumentException(
          "bench peers: no /proc (expected: Linux, where CPU times of threads are read)");
    }
    Percentiles sync = DiskSync.micros();
    Map<String, String> skipped = new LinkedHashMap<>();
    List<PeerContender> contenders = new ArrayList<>();
    try (Peers peers = new Peers(settings)) {
      try {
        start(settings, peers, contenders, skipped);
        takeTurns(settings, contenders);
      } finally {
        for (PeerContender contender : contenders) {
          contender.close();
        }
      }
    }
    List<ArmRounds> arms = new ArrayList<>();
    for (PeerContender each : contenders) {
      each.failure()
          .ifPresentOrElse(
              reason -> skipped.put(each.rounds().name(), reason), () -> arms.add(each.rounds()));
    }
    System.out.print(new PeerReport(settings, sync, arms, skipped));
  }

  private static String help() {
    StringBuilder help = new StringBuilder("./messina bench peers [FLAGS]\n");
    for (PeerArm.Kind kind : PeerArm.Kind.values()) {
      help.append("\n").append(kind.meaning()).append("\n");
      for (PeerArm arm : PeerArm.values()) {
        if (arm.kind() == kind) {
          help.append("  %-18s%s; %s%n".formatted(arm, arm.meaning(), arm.promise().meaning()));
        }
      }
    }
    return help.append('\n').append(PeerSettings.HELP).toString();
  }

  private static void start(
      PeerSettings settings,
      Peers peers,
      List<PeerContender> contenders,
      Map<String, String> skipped)
      throws InterruptedException {
    for (PeerArm arm : settings.arms()) {
      for (boolean isBaseline : builds(settings, arm)) {
        try {
          contenders.add(PeerContender.start(arm, isBaseline, peers.of(arm, isBaseline)));
        } catch (IOException | MissingPeerException e) {
          skipped.put(arm.toString(), sentence(e));
          tell(arm + " is left out: " + sentence(e));
        }
      }
    }
  }

  private static List<Boolean> builds(PeerSettings settings, PeerArm arm) {
    return settings.baseline().isPresent() && arm.hasBaseline()
        ? List.of(false, true)
        : List.of(false);
  }

  /** The first round warms up. Each has an order of its own, and the same in each run. */
  private static void takeTurns(PeerSettings settings, List<PeerContender> contenders)
      throws InterruptedException {
    for (int round = 0; round <= settings.rounds(); round++) {
      List<PeerContender> order = new ArrayList<>(contenders);
      Collections.shuffle(order, new Random(round));
      for (PeerContender contender : order) {
        if (contender.failure().isEmpty()) {
          run(contender, settings, round);
        }
      }
    }
  }

  private static void run(PeerContender contender, PeerSettings settings, int round)
      throws InterruptedException {
    try {
      contender.run(round == 0 ? settings.warmUp() : settings.length(), round > 0);
      if (round > 0) {
        tell(PeerReport.progress(round, contender.rounds()));
      }
    } catch (IOException | IllegalStateException e) {
      contender.fail(sentence(e));
      tell(contender.rounds().name() + " has failed: " + sentence(e));
    }
  }

  private static String sentence(Exception e) {
    return String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
  }

  /** Beside the tables, which may be read by a program. */
  private static void tell(String line) {
    System.err.println(line);
  }
}
