package io.messina.connectors.smtp;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.messina.connectors.SendResult;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import java.io.IOException;
import java.io.OutputStream;
import java.net.ProtocolException;
import java.net.Socket;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.eclipse.angus.mail.smtp.SMTPSendFailedException;
import org.eclipse.angus.mail.smtp.SMTPTransport;
import org.jspecify.annotations.Nullable;

/**
 * One connection to a mail server, for one mail after the other. It says the commands of a mail by
 * itself, rather than by {@code sendMessage}: that one does not tell whether a mail was handed over
 * when a connection was lost. For one thread at a time.
 */
final class SmtpConnection extends SMTPTransport {

  /** The step of sending a mail. */
  private enum Step {
    SENDER,
    RECIPIENT,
    DATA,
    /** The server may have the mail, from the first byte of its text on. */
    HANDED_OVER,
    ANSWERED
  }

  private final Socket socket;
  private final Optional<SmtpLogin> login;
  private Step step = Step.SENDER;
  private boolean needsReset;
  private Instant usedAt = Instant.EPOCH;

  /**
   * Prepares a connection.
   *
   * @param socket below any encryption
   */
  SmtpConnection(Session session, Socket socket, Optional<SmtpLogin> login) {
    super(session, null);
    this.socket = socket;
    this.login = login;
  }

  @Override
  protected synchronized boolean protocolConnect(
      @Nullable String host, int port, @Nullable String user, @Nullable String password)
      throws MessagingException {
    // The caller's properties take the name of the process's user.
    return super.protocolConnect(
        host,
        port,
        login.map(SmtpLogin::user).orElse(null),
        login.map(known -> known.password().text()).orElse(null));
  }

  /** The reset that Angus sends after each refusal might fail, and hide the server's answer. */
  @Override
  public synchronized void issueCommand(String command, int expected) throws MessagingException {
    if (command.equals("RSET")) {
      needsReset = true;
    } else {
      super.issueCommand(command, expected);
    }
  }

  /** Returns the server's last answer; empty if that was no answer of SMTP. */
  Optional<SmtpReply> lastReply() {
    // The code is another if the connection ended within the answer.
    return SmtpReply.parse(getLastServerResponse())
        .filter(reply -> reply.code() == getLastReturnCode());
  }

  /** Whether the server lets an account log in. */
  boolean takesLogins() {
    return supportsExtension("AUTH") || supportsExtension("AUTH=LOGIN");
  }

  /**
   * Hands a mail over, and waits for the answer.
   *
   * @return never {@code Failed} or {@code Refused} if the server may have taken the mail
   */
  synchronized SmtpDelivery deliver(ComposedMail mail) {
    step = Step.SENDER;
    if (mail.needsUtf8() && !supportsExtension("SMTPUTF8")) {
      return new SmtpDelivery(
          new SendResult.Refused(
              "5.6.7", "an address beyond ASCII, and the server has no SMTPUTF8"),
          SmtpDelivery.Left.USABLE);
    }
    try {
      SmtpReply reply = converse(mail);
      return reply.isRefusal() ? refused(reply) : accepted(reply, mail);
    } catch (IOException | RuntimeException e) {
      return lost(e, mail);
    }
  }

  private SmtpReply converse(ComposedMail mail) throws IOException {
    String form = mail.needsUtf8() ? " BODY=8BITMIME SMTPUTF8" : "";
    SmtpReply reply = ask("MAIL FROM:<" + mail.from().mailbox() + ">" + form);
    if (reply.isRefusal()) {
      return reply;
    }
    step = Step.RECIPIENT;
    reply = ask("RCPT TO:<" + mail.to().mailbox() + ">");
    if (reply.isRefusal()) {
      return reply;
    }
    step = Step.DATA;
    Optional<OutputStream> text = begin();
    if (text.isEmpty()) {
      return refusal();
    }
    step = Step.HANDED_OVER;
    text.get().write(mail.bytes());
    reply = ask(".");
    step = Step.ANSWERED;
    return reply;
  }

  /** Asks for the text; empty if the server refuses it. */
  private Optional<OutputStream> begin() throws IOException {
    try {
      return Optional.of(data());
    } catch (SMTPSendFailedException e) {
      return Optional.empty();
    } catch (MessagingException e) {
      throw new IOException(reason(e), e);
    }
  }

  private SmtpReply refusal() throws ProtocolException {
    return lastReply().filter(SmtpReply::isRefusal).orElseThrow(SmtpConnection::noReply);
  }

  private SmtpReply ask(String command) throws IOException {
    try {
      simpleCommand(command.getBytes(UTF_8));
    } catch (MessagingException e) {
      throw new IOException(reason(e), e);
    }
    return lastReply()
        .filter(reply -> reply.isCompletion() || reply.isRefusal())
        .orElseThrow(SmtpConnection::noReply);
  }

  private static ProtocolException noReply() {
    return new ProtocolException("the connection ended, or the answer was none of SMTP");
  }

  private static SmtpDelivery accepted(SmtpReply reply, ComposedMail mail) {
    return new SmtpDelivery(
        new SendResult.Accepted(reply.queueId().or(() -> Optional.of(mail.messageId())), 1),
        SmtpDelivery.Left.USABLE);
  }

  private SmtpDelivery refused(SmtpReply reply) {
    SendResult result = reply.refusal();
    if (!reply.isClosing()) {
      needsReset = true;
      return new SmtpDelivery(result, SmtpDelivery.Left.USABLE);
    }
    return new SmtpDelivery(
        result, reply.isThrottling() ? SmtpDelivery.Left.ENDED : endedBeforeThisMail());
  }

  private SmtpDelivery lost(Exception e, ComposedMail mail) {
    String reason = step + ": " + reason(e);
    return step.compareTo(Step.HANDED_OVER) >= 0
        ? new SmtpDelivery(
            new SendResult.Uncertain(reason, List.of(), Optional.of(mail.messageId())),
            SmtpDelivery.Left.ENDED)
        : new SmtpDelivery(new SendResult.Failed("connect", reason), endedBeforeThisMail());
  }

  private SmtpDelivery.Left endedBeforeThisMail() {
    return step == Step.SENDER ? SmtpDelivery.Left.ENDED_BEFORE : SmtpDelivery.Left.ENDED;
  }

  /**
   * Asks whether the server still answers, and makes it forget a refused mail, if either is in
   * doubt.
   *
   * @param trusted the time after its last mail in which a connection needs no question
   * @param patience the time-out of the answer
   * @param usual time-out of reading
   * @return false if the connection has ended
   */
  synchronized boolean isReady(Instant now, Duration trusted, Duration patience, Duration usual) {
    if (!needsReset && now.isBefore(usedAt.plus(trusted))) {
      return true;
    }
    try {
      socket.setSoTimeout(Math.toIntExact(Math.max(1, patience.toMillis())));
      boolean isThere = ask("RSET").isCompletion();
      socket.setSoTimeout(Math.toIntExact(usual.toMillis()));
      needsReset = !isThere;
      return isThere;
    } catch (IOException e) {
      return false;
    }
  }

  Instant usedAt() {
    return usedAt;
  }

  void usedAt(Instant now) {
    usedAt = now;
  }

  Socket socket() {
    return socket;
  }

  /** Ends a connection that is at rest, after a word to the server; no answer is waited for. */
  void quit() {
    try {
      close();
    } catch (MessagingException e) {
      // Nothing is lost with it.
    } finally {
      cut();
    }
  }

  /** Ends a connection at once, during any command. */
  void cut() {
    try {
      socket.close();
    } catch (IOException e) {
      // It is gone already.
    }
  }

  /** The innermost reason, for people. */
  static String reason(Throwable thrown) {
    Throwable innermost = thrown;
    while (innermost.getCause() != null) {
      innermost = innermost.getCause();
    }
    String said = innermost.getMessage();
    String type = innermost.getClass().getSimpleName();
    return said == null || said.isBlank()
        ? type
        : type + ": " + said.replaceAll("\\p{Cntrl}+", " ");
  }
}
