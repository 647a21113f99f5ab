package io.messina.connectors.smtp;

import java.util.Optional;

/**
 * What a {@link ScriptedSmtpServer} does at one step of a mail, in the stead of what a good server
 * does.
 *
 * @param step when
 * @param accepts whether the mail is in the ledger from then on
 * @param reply what it answers; empty for nothing
 * @param end what it does then
 */
public record SmtpScript(Step step, boolean accepts, Optional<String> reply, End end) {

  /** What the client has just done. */
  public enum Step {
    /** It has connected. */
    CONNECT,
    /** It has said who it is. */
    EHLO,
    /** It wants to encrypt. */
    STARTTLS,
    /** It has named itself and its password. */
    AUTH,
    /** It has named the sender. */
    MAIL,
    /** It has named the recipient. */
    RCPT,
    /** It wants to send the text. */
    DATA,
    /** It has sent the first line of the text. */
    BODY,
    /** It has sent the dot alone on its line. */
    DOT,
    /** It wants what was begun forgotten. */
    RSET,
    /** It takes leave. */
    QUIT
  }

  /** What becomes of the connection. */
  public enum End {
    /** It goes on. */
    GO_ON,
    /** The server closes it. */
    CUT,
    /** The server says nothing more until the client closes it. */
    HANG,
    /** The server does not even read any more, until it is closed itself. */
    STALL
  }

  /** Answers something else, and goes on. */
  public static SmtpScript reply(Step step, String reply) {
    return new SmtpScript(step, false, Optional.of(reply), End.GO_ON);
  }

  /** Closes the connection without an answer. */
  public static SmtpScript cut(Step step) {
    return new SmtpScript(step, false, Optional.empty(), End.CUT);
  }

  /** Never answers. */
  public static SmtpScript hang(Step step) {
    return new SmtpScript(step, false, Optional.empty(), End.HANG);
  }

  /** Takes the mail, and does not say so. */
  public static SmtpScript acceptSilently(End end) {
    return new SmtpScript(Step.DOT, true, Optional.empty(), end);
  }

  /** Takes the mail, and answers something. */
  public static SmtpScript accept(String reply, End end) {
    return new SmtpScript(Step.DOT, true, Optional.of(reply), end);
  }

  /** The same, and then this end of the connection. */
  public SmtpScript then(End next) {
    return new SmtpScript(step, accepts, reply, next);
  }
}
