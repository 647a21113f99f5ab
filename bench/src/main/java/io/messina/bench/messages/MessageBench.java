package io.messina.bench.messages;

import io.messina.bench.figures.ArmName;
import io.messina.bench.figures.Flags;
import java.io.IOException;
import java.util.List;

/** Measures messaging of one process, arm by arm. */
public final class MessageBench {

  private static final String HELP =
      """
      bench messages ARM [flags]

      accept     messages a second that are accepted for now, in pages of 500; nothing is sent yet
      schedule   the same, for tomorrow
      route      messages a second from the stream of their channel through a connector that takes all
      choose     messages a second from the stream of their channel to the stream of their connector, which nobody reads
      http       the same to a provider over HTTP that answers after 20 ms, 500 at a time
      smpp       the same over one bind of SMPP, 100 at a time
      smtp       the same to a mail server, 20 at a time
      scheduled  the heap that a million messages for later cost, and how late they are at 2,000 a second
      isolation  how long one channel takes, alone, and beside a mail server that hangs and a provider that throttles

        --rounds NUMBER  one line each; 3 by default, of scheduled and isolation 1
        --size NUMBER    messages
        --shards NUMBER  of each stream; 4 by default
      """;

  private MessageBench() {}

  /**
   * Runs an arm, and prints a line for each round.
   *
   * @param arguments its name and flags, or {@code --help}
   * @throws IOException if there is no room for a store
   */
  public static void run(List<String> arguments) throws IOException {
    if (arguments.isEmpty() || arguments.getFirst().equals("--help")) {
      System.out.print(HELP);
      return;
    }
    MessageArm arm = ArmName.parse(MessageArm.values(), arguments.getFirst());
    Flags flags = Flags.read(HELP, arguments.subList(1, arguments.size()));
    boolean isLong = arm == MessageArm.SCHEDULED || arm == MessageArm.ISOLATION;
    int rounds = flags.number("--rounds", isLong ? 1 : 3);
    for (int round = 1; round <= rounds; round++) {
      try (MessageRig rig = new MessageRig(flags.number("--shards", 4))) {
        System.out.println(
            ArmName.of(arm) + ": " + arm.round(rig, flags.number("--size", arm.size)));
      }
    }
  }
}
