package io.messina.cli.messages;

import io.messina.api.message.MessageEventKind;
import io.messina.api.message.MessageReport;
import io.messina.api.message.MessageState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What is wrong with the messages of one connector, beside the ledger of its provider. */
final class Judgement {

  private Judgement() {}

  /**
   * Judges messages that have all been resolved.
   *
   * @param asked the recipients for whom there was a message
   * @param reports what is said of their messages
   * @param ledger how often each recipient got it
   * @return a sentence for each fault
   */
  static List<String> wrong(
      List<String> asked, Map<String, MessageReport> reports, Map<String, Integer> ledger) {
    List<String> wrong = new ArrayList<>();
    for (String to : asked) {
      int got = ledger.getOrDefault(to, 0);
      MessageReport report = reports.get(to);
      if (got > 1) {
        wrong.add(to + ": doubled: " + got + " times, " + report);
      }
      if (report == null) {
        wrong.add(to + ": lost: accepted, and not known");
      } else if (got == 0 && !isRefused(report)) {
        wrong.add(to + ": lost: " + report);
      } else if (got > 0 && report.state() != MessageState.SENT) {
        wrong.add(to + ": taken, but: " + report);
      }
    }
    return wrong;
  }

  /** A message that bounced at its provider is undelivered, and was never sent. */
  private static boolean isRefused(MessageReport report) {
    return report.state() == MessageState.FAILED
        || (report.state() == MessageState.UNDELIVERED
            && report.events().stream().noneMatch(event -> event.kind() == MessageEventKind.SENT));
  }
}
