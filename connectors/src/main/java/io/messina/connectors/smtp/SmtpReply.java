package io.messina.connectors.smtp;

import io.messina.connectors.RefusalScope;
import io.messina.connectors.SendResult;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A mail server's answer to a command.
 *
 * @param code of three digits
 * @param enhanced the code of RFC 3463, if it has one
 * @param text all of the answer, in one line
 */
record SmtpReply(int code, Optional<String> enhanced, String text) {

  private static final int CLOSING = 421;

  /** RFC 4954: it is the account that is wrong, not the mail. */
  private static final Set<Integer> AUTHENTICATION = Set.of(530, 534, 535, 538);

  private static final Set<Integer> DEFERRALS = Set.of(421, 450, 451);

  /** A longer text is no sentence for people. */
  private static final int CHARS_MAX = 2_000;

  private static final Pattern FORM =
      Pattern.compile("(?<code>[2-5][0-9]{2})([ -](?<rest>.*))?", Pattern.DOTALL);

  private static final Pattern ENHANCED =
      Pattern.compile("(?<status>[245]\\.[0-9]{1,3}\\.[0-9]{1,3})\\b.*", Pattern.DOTALL);

  /** Security or policy, the code that most servers answer with when a rate is too high. */
  private static final Pattern POLICY = Pattern.compile("4\\.7\\..*");

  /** The address or the mailbox of one recipient. */
  private static final Pattern RECIPIENT = Pattern.compile("4\\.[12]\\..*");

  /**
   * RFC 3463 and 7505: the mailbox or its domain does not exist, has moved, or takes no mail at
   * all. Other codes of 5.1 are about the sender, or the form of the address.
   */
  private static final Set<String> NO_MAILBOX = Set.of("5.1.1", "5.1.2", "5.1.6", "5.1.10");

  private static final Pattern RATE =
      Pattern.compile(
          "\\b(throttl|rate\\b|too many|too fast|slow down|limit exceeded|exceeded .*limit|server"
              + " busy)",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern GREYLIST =
      Pattern.compile("gr[ea]y-?list", Pattern.CASE_INSENSITIVE);

  /** As Postfix, Exim and Amazon SES say it. */
  private static final Pattern QUEUED =
      Pattern.compile(
          "250 (2\\.[0-9.]+ )?(.*\\bqueued as (?<queue>[^\\s;,]+)|OK id=(?<exim>\\S+)|Ok"
              + " (?<only>[0-9a-f-]{20,}))\\b.*",
          Pattern.CASE_INSENSITIVE);

  /**
   * Reads an answer.
   *
   * @param lines as the server sent them; null if there was no answer
   * @return empty if that is no answer of SMTP
   */
  static Optional<SmtpReply> parse(@Nullable String lines) {
    if (lines == null) {
      return Optional.empty();
    }
    String bounded = lines.substring(0, Math.min(lines.length(), CHARS_MAX));
    String text = bounded.replaceAll("\\p{Cntrl}+", " ").strip();
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      return Optional.empty();
    }
    String code = form.group("code");
    String rest = form.group("rest");
    Matcher enhanced = ENHANCED.matcher(rest == null ? "" : rest);
    return Optional.of(
        new SmtpReply(
            Integer.parseInt(code),
            enhanced.matches() && code.charAt(0) == enhanced.group("status").charAt(0)
                ? Optional.of(enhanced.group("status"))
                : Optional.empty(),
            text));
  }

  /** Says whether the server did as it was asked. */
  boolean isCompletion() {
    return code / 100 == 2;
  }

  /** Whether it refuses, now or for ever. */
  boolean isRefusal() {
    return code / 100 >= 4;
  }

  /** Whether it ends the connection. */
  boolean isClosing() {
    return code == CLOSING;
  }

  /** Whether it says that it is asked too often, and not that one recipient is. */
  boolean isThrottling() {
    String status = enhanced.orElse("");
    return code / 100 == 4
        && !GREYLIST.matcher(text).find()
        && !RECIPIENT.matcher(status).matches()
        && (RATE.matcher(text).find()
            || (DEFERRALS.contains(code) && POLICY.matcher(status).matches()));
  }

  /** Returns the server's name for a mail that it took. */
  Optional<String> queueId() {
    Matcher queued = QUEUED.matcher(text);
    if (!queued.matches()) {
      return Optional.empty();
    }
    String named = queued.group("queue") == null ? queued.group("exim") : queued.group("queue");
    return Optional.ofNullable(named == null ? queued.group("only") : named);
  }

  private RefusalScope scope() {
    return enhanced.filter(NO_MAILBOX::contains).isPresent()
        ? RefusalScope.BOUNCED
        : RefusalScope.MESSAGE;
  }

  /** Returns the result of a refused mail. */
  SendResult refusal() {
    if (AUTHENTICATION.contains(code)) {
      return new SendResult.Failed("auth", text);
    } else if (isThrottling()) {
      return new SendResult.Throttled(Optional.empty(), text);
    }
    String status = enhanced.orElseGet(() -> Integer.toString(code));
    return code / 100 == 5
        ? new SendResult.Refused(status, text, scope())
        : new SendResult.Failed(status, text);
  }
}
