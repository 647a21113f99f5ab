package io.messina.bench.aggregates;

import io.messina.bench.figures.ArmName;
import io.messina.bench.figures.Flags;
import java.io.IOException;
import java.util.List;

/** Measures aggregates of one process, arm by arm. */
public final class AggregateBench {

  private static final String HELP =
      """
      bench aggregates ARM [flags]

      approx-unique  events a second from the log of a shard to committed state, approximate counts
      unique         the same, exact counts of a million members
      restore        seconds to restore a state from a folder, and to open it
      answer         milliseconds until a window of a million members is counted
      pairs          pairs of a window and a member in one process, and the memory that it takes

        --rounds NUMBER  one line each; 3 by default, of restore and pairs 1
        --size NUMBER    events; of restore MiB, of answer questions, of pairs these
      """;

  private AggregateBench() {}

  /**
   * Runs an arm, and prints a line for each round.
   *
   * @param arguments its name and flags, or {@code --help}
   * @throws IOException if there is no room for a state
   */
  public static void run(List<String> arguments) throws IOException {
    if (arguments.isEmpty() || arguments.getFirst().equals("--help")) {
      System.out.print(HELP);
      return;
    }
    AggregateArm arm = ArmName.parse(AggregateArm.values(), arguments.getFirst());
    Flags flags = Flags.read(HELP, arguments.subList(1, arguments.size()));
    boolean isLong = arm == AggregateArm.RESTORE || arm == AggregateArm.PAIRS;
    int rounds = flags.number("--rounds", isLong ? 1 : 3);
    for (int round = 1; round <= rounds; round++) {
      System.out.println(ArmName.of(arm) + ": " + arm.round(flags.number("--size", arm.size)));
    }
  }
}
