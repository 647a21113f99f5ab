package io.messina.bench.messages;

import io.messina.api.message.Channel;
import io.messina.bench.figures.Percentiles;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.LongStream;

/** Messages for later: the first minute of them is sent, the others wait for tomorrow. */
final class LaterMessages {

  private static final int PER_SECOND = 2_000;
  private static final int SECONDS = 60;
  private static final int SENT = PER_SECOND * SECONDS;
  private static final int WARM_UP = 20_000;

  private LaterMessages() {}

  static String round(MessageRig rig, int size) {
    NullConnector connector = new NullConnector();
    rig.send(Channel.SMS, connector, 1_000);
    rig.start();
    accept(rig, WARM_UP, Instant.now());
    MessageRig.await(() -> connector.taken() == WARM_UP);
    var _ = connector.lateness();
    long heap = heapBytes();
    Instant tomorrow = Instant.now().plus(Duration.ofDays(1));
    double accepting =
        Accepting.DEFAULT.run(
            rig,
            size - Math.min(size, SENT),
            (from, count) ->
                LongStream.range(from, from + count)
                    .mapToObj(i -> Messages.due(Channel.SMS, i, tomorrow))
                    .toList());
    long filled = heapBytes();
    Instant begin = Instant.now().plus(Duration.ofSeconds(SECONDS));
    accept(rig, SENT, begin);
    MessageRig.await(() -> connector.taken() == WARM_UP + SENT);
    Percentiles late = connector.lateness().millis();
    return "%,d KiB of heap before, %,d KiB with %,d messages that wait, accepted at %,.0f messages/s; late at %,d messages/s: %.0f ms (p50), %.0f ms (p99), %.0f ms at most"
        .formatted(
            heap >> 10,
            filled >> 10,
            size - Math.min(size, SENT),
            (size - Math.min(size, SENT)) / accepting,
            PER_SECOND,
            late.median(),
            late.at(99),
            late.at(100));
  }

  /** Due one after the other, from a time on. */
  private static void accept(MessageRig rig, int count, Instant begin) {
    var _ =
        Accepting.DEFAULT.run(
            rig,
            count,
            (from, page) ->
                LongStream.range(from, from + page)
                    .mapToObj(
                        i ->
                            Messages.due(
                                Channel.SMS, i, begin.plusNanos(i * 1_000_000_000L / PER_SECOND)))
                    .toList());
  }

  private static long heapBytes() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
