package io.messina.bench.messages;

import io.messina.api.message.Channel;
import io.messina.bench.figures.Percentiles;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** One channel at a steady rate, alone and beside two that cannot send. */
final class Isolation {

  private static final int BESIDE = 20_000;
  private static final int PER_SECOND = 200;
  private static final int WARM_UP = 2_000;
  private static final int CALLS = 16;

  private Isolation() {}

  static String round(MessageRig rig, int size) throws IOException {
    try (SmtpPeer mail = SmtpPeer.hanging();
        HttpPeer campaign = HttpPeer.throttling()) {
      NullConnector connector = new NullConnector();
      rig.send(Channel.SMS, connector, CALLS);
      rig.send(Channel.EMAIL, Outlets.smtp(mail, CALLS), CALLS);
      rig.send(Channel.WHATSAPP, Outlets.http(campaign, CALLS), CALLS);
      rig.start();
      var _ = steadily(rig, connector, WARM_UP);
      Percentiles alone = steadily(rig, connector, size);
      for (Channel channel : List.of(Channel.EMAIL, Channel.WHATSAPP)) {
        var _ =
            Accepting.DEFAULT.run(rig, BESIDE, (from, count) -> Messages.of(channel, from, count));
        MessageRig.await(() -> rig.isRouted(channel));
      }
      MessageRig.await(rig::isTracked);
      Percentiles beside = steadily(rig, connector, size);
      return "%.1f ms (p50), %.1f ms (p99) from request to connector alone; %.1f ms, %.1f ms beside %,d mails and %,d throttled messages, of which %,d and %,d went"
          .formatted(
              alone.median(),
              alone.at(99),
              beside.median(),
              beside.at(99),
              BESIDE,
              BESIDE,
              mail.taken(),
              campaign.taken());
    }
  }

  /** At a fixed rate, whether or not those before have arrived. */
  private static Percentiles steadily(MessageRig rig, NullConnector connector, int count) {
    long before = connector.taken();
    long began = System.nanoTime();
    for (int i = 0; i < count; i++) {
      long number = i;
      var _ =
          Thread.ofVirtual().start(() -> rig.accept(List.of(Messages.now(Channel.SMS, number))));
      long dueNanos = began + (i + 1) * Duration.ofSeconds(1).toNanos() / PER_SECOND;
      LockSupport.parkNanos(dueNanos - System.nanoTime());
    }
    MessageRig.await(() -> connector.taken() == before + count);
    return connector.lateness().millis();
  }
}
