package io.messina.bench.messages;

import io.messina.api.message.Channel;
import io.messina.connectors.Connector;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;

/** The measurements of messaging; a line for each round. */
enum MessageArm {
  ACCEPT(200_000) {
    @Override
    String round(MessageRig rig, int size) {
      return accepted(
          size,
          Accepting.DEFAULT.run(rig, size, (from, count) -> Messages.of(Channel.SMS, from, count)));
    }
  },
  SCHEDULE(200_000) {
    @Override
    String round(MessageRig rig, int size) {
      Instant tomorrow = Instant.now().plus(Duration.ofDays(1));
      return accepted(
          size,
          Accepting.DEFAULT.run(
              rig,
              size,
              (from, count) ->
                  LongStream.range(from, from + count)
                      .mapToObj(i -> Messages.due(Channel.SMS, i, tomorrow))
                      .toList()));
    }
  },
  ROUTE(200_000) {
    @Override
    String round(MessageRig rig, int size) {
      NullConnector connector = new NullConnector();
      return sent(rig, Channel.SMS, size, connector, 1_000, connector::taken);
    }
  },
  CHOOSE(200_000) {
    @Override
    String round(MessageRig rig, int size) {
      var _ =
          Accepting.DEFAULT.run(rig, size, (from, count) -> Messages.of(Channel.SMS, from, count));
      rig.track();
      MessageRig.await(rig::isTracked);
      double beganCpu = CpuTime.seconds();
      long began = System.nanoTime();
      rig.routeOnly(Channel.SMS);
      MessageRig.await(() -> rig.isRouted(Channel.SMS));
      double routing = (System.nanoTime() - began) / 1e9;
      MessageRig.await(rig::isTracked);
      double cpu = CpuTime.seconds() - beganCpu;
      return "%,.0f messages/s routed, %.0f µs of CPU each, with tracking"
          .formatted(size / routing, cpu / size * 1e6);
    }
  },
  HTTP(100_000) {
    @Override
    String round(MessageRig rig, int size) throws IOException {
      try (HttpPeer peer = HttpPeer.answering(Duration.ofMillis(20))) {
        return sent(rig, Channel.WHATSAPP, size, Outlets.http(peer, IN_HTTP), IN_HTTP, peer::taken);
      }
    }
  },
  SMPP(100_000) {
    @Override
    String round(MessageRig rig, int size) throws IOException {
      try (SmppPeer peer = SmppPeer.answering()) {
        return sent(rig, Channel.SMS, size, Outlets.smpp(peer, IN_SMPP), IN_SMPP, peer::taken);
      }
    }
  },
  SMTP(20_000) {
    @Override
    String round(MessageRig rig, int size) throws IOException {
      try (SmtpPeer peer = SmtpPeer.answering()) {
        return sent(rig, Channel.EMAIL, size, Outlets.smtp(peer, IN_SMTP), IN_SMTP, peer::taken);
      }
    }
  },
  SCHEDULED(1_000_000) {
    @Override
    String round(MessageRig rig, int size) {
      return LaterMessages.round(rig, size);
    }
  },
  ISOLATION(5_000) {
    @Override
    String round(MessageRig rig, int size) throws IOException {
      return Isolation.round(rig, size);
    }
  };

  private static final int IN_HTTP = 500;
  private static final int IN_SMPP = 100;
  private static final int IN_SMTP = 20;

  /** The usual number of messages. */
  final int size;

  MessageArm(int size) {
    this.size = size;
  }

  /** Measures once, and returns the result. */
  abstract String round(MessageRig rig, int size) throws IOException;

  private static String accepted(int size, double seconds) {
    return "%,.0f messages/s accepted as durable".formatted(size / seconds);
  }

  /** Routes and sends messages that were accepted before. */
  private static String sent(
      MessageRig rig,
      Channel channel,
      int size,
      Connector connector,
      int concurrency,
      LongSupplier taken) {
    double accepting =
        Accepting.DEFAULT.run(rig, size, (from, count) -> Messages.of(channel, from, count));
    rig.send(channel, connector, concurrency);
    long began = System.nanoTime();
    rig.start();
    MessageRig.await(() -> rig.isRouted(channel));
    double routing = (System.nanoTime() - began) / 1e9;
    MessageRig.await(() -> taken.getAsLong() >= size);
    double sending = (System.nanoTime() - began) / 1e9;
    return "%,.0f messages/s sent; %,.0f accepted before, %,.0f routed meanwhile"
        .formatted(size / sending, size / accepting, size / routing);
  }
}
