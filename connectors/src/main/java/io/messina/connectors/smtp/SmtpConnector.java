package io.messina.connectors.smtp;

import io.messina.api.message.protocol.SmtpLimits;
import io.messina.api.message.protocol.SmtpOptions;
import io.messina.connectors.Connector;
import io.messina.connectors.OutgoingMessage;
import io.messina.connectors.RepeatPromise;
import io.messina.connectors.Secrets;
import io.messina.connectors.SendResult;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocketFactory;

/**
 * Sends mail through a mail server by SMTP, over a bounded number of connections, each on the
 * thread of its caller. Codes of results are those of RFC 3463 where the server says one, else the
 * three digits of its answer; {@code connect}, {@code auth} and {@code dkim} if no mail was sent.
 * The id of an accepted mail is that of the server's queue if its answer has a known form, else the
 * {@code Message-ID}, made of the message's id and the sender's domain. If the answer is lost, the
 * id is the Message-ID.
 */
public final class SmtpConnector implements Connector {

  /** A connection that was used just now still works, or its next command tells. */
  private static final Duration TRUSTED = Duration.ofSeconds(1);

  /** The time-out of the answer to the question whether the server is alive. */
  private static final Duration CHECK = Duration.ofSeconds(5);

  /** The number of looks for idle connections in the time that they may be idle. */
  private static final int LOOKS_PER_IDLE_TIMEOUT = 2;

  private final SmtpOptions options;
  private final Clock clock;
  private final MailComposer composer;
  private final ScheduledThreadPoolExecutor timer;
  private final SmtpDialer dialer;
  private final SmtpPool pool;

  /**
   * Prepares connections; the first is opened by the first mail.
   *
   * @param secrets the password and the key for DKIM, by their references
   * @param clock of the header {@code Date}, and of connections at rest
   * @throws IllegalArgumentException if the sender of the options is no address
   */
  public SmtpConnector(SmtpOptions options, Secrets secrets, Clock clock) {
    this(options, secrets, clock, (SSLSocketFactory) SSLSocketFactory.getDefault());
  }

  /**
   * Checks the sender.
   *
   * @throws IllegalArgumentException with a sentence, if it is no address
   */
  public static void check(SmtpOptions options) {
    checkSender(options.from());
  }

  /**
   * Checks a sender, of a connector or of a mail.
   *
   * @param from an address, or a name and an address in angle brackets
   * @throws IllegalArgumentException with a sentence, if it is neither
   */
  public static void checkSender(String from) {
    try {
      var _ = MailAddress.sender(from);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("from: " + e.getMessage(), e);
    }
  }

  /** Returns the address of a sender that was checked, without the name that may be before it. */
  public static String mailbox(String from) {
    return MailAddress.sender(from).mailbox();
  }

  SmtpConnector(SmtpOptions options, Secrets secrets, Clock clock, SSLSocketFactory encryption) {
    SmtpLimits limits = options.limits();
    this.options = options;
    this.clock = clock;
    this.composer = new MailComposer(options, secrets, clock);
    this.timer =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("messina-smtp-timer").factory());
    timer.setRemoveOnCancelPolicy(true);
    this.dialer =
        new SmtpDialer(
            options.server(), limits, secrets, encryption, timer, composer.sender().domain());
    this.pool = new SmtpPool(limits.connectionsMax(), limits.idleTimeout(), clock);
    long lookMillis = limits.idleTimeout().toMillis() / LOOKS_PER_IDLE_TIMEOUT;
    // Elsewhere, as a goodbye may take long, and the timer has deadlines to keep
    var _ =
        timer.scheduleWithFixedDelay(
            () -> Thread.ofVirtual().start(pool::closeIdle),
            lookMillis,
            lookMillis,
            TimeUnit.MILLISECONDS);
  }

  @Override
  public SendResult send(OutgoingMessage message, Duration timeout) {
    try (ExchangeTimer deadline = new ExchangeTimer(timeout, timer)) {
      return send(composer.compose(message), deadline);
    } catch (UnfitMailException e) {
      return e.refused();
    } catch (IllegalArgumentException e) {
      return new SendResult.Failed("dkim", String.valueOf(e.getMessage()));
    } catch (RejectedExecutionException e) {
      return new SendResult.Failed("connect", "the connector is closed");
    }
  }

  private SendResult send(ComposedMail mail, ExchangeTimer deadline) {
    try {
      if (!pool.enter(deadline.left())) {
        return new SendResult.Failed("connect", "no connection was free in time");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new SendResult.Failed("connect", "interrupted before it had a connection");
    }
    try {
      return deliver(mail, deadline);
    } catch (NoConnectionException e) {
      return e.result();
    } finally {
      pool.leave();
    }
  }

  private SendResult deliver(ComposedMail mail, ExchangeTimer deadline)
      throws NoConnectionException {
    Optional<SmtpConnection> rested = rested(deadline);
    if (rested.isPresent()) {
      SmtpDelivery delivery = deliver(mail, rested.get(), deadline);
      if (delivery.connection() != SmtpDelivery.Left.ENDED_BEFORE) {
        return delivery.result();
      }
      // It ended while it was at rest: the server has heard of the mail's sender at most.
    }
    return deliver(mail, dialer.connect(deadline, pool), deadline).result();
  }

  private SmtpDelivery deliver(
      ComposedMail mail, SmtpConnection connection, ExchangeTimer deadline) {
    SmtpDelivery delivery = connection.deliver(mail);
    if (deadline.release() && delivery.connection() == SmtpDelivery.Left.USABLE) {
      pool.keep(connection);
    } else {
      pool.cut(connection.socket());
    }
    return delivery;
  }

  /** Returns a used connection, guarded, if the server still answers on it. */
  private Optional<SmtpConnection> rested(ExchangeTimer deadline) {
    Optional<SmtpConnection> taken = pool.take();
    if (taken.isEmpty()) {
      return taken;
    }
    Duration half = deadline.left().dividedBy(2);
    Duration patience = half.compareTo(CHECK) < 0 ? half : CHECK;
    try {
      deadline.guard(taken.get().socket());
      if (taken.get().isReady(clock.instant(), TRUSTED, patience, options.limits().readTimeout())) {
        return taken;
      }
    } catch (IOException e) {
      // No time is left.
    }
    pool.cut(taken.get().socket());
    return Optional.empty();
  }

  @Override
  public Optional<RepeatPromise> repeats() {
    return options.idempotency().map(key -> new RepeatPromise(key.lifetime(), key.comparesBody()));
  }

  @Override
  public void close() {
    pool.close();
    timer.shutdownNow();
  }
}
