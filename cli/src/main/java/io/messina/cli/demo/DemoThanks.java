package io.messina.cli.demo;

import io.messina.api.Json;
import io.messina.api.Wire;
import io.messina.api.message.AccountName;
import io.messina.api.message.Channel;
import io.messina.api.message.MessageReport;
import io.messina.api.message.MessageState;
import io.messina.api.message.NewMessage;
import io.messina.api.message.TemplateName;
import io.messina.api.message.TemplateUse;
import io.messina.api.message.report.UsageRow;
import io.messina.cli.demo.EditBook.BusiestEditor;
import io.messina.client.message.MessageSelection;
import io.messina.client.message.MessagesClient;
import io.messina.client.message.UsageSelection;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A thank-you to the busiest editor of each wiki, on the editor's talk page: messages of a
 * template, through a connector, to a receiver within this process. Wikipedia gets nothing.
 */
final class DemoThanks {

  private static final String NAME = "thanks";
  private static final AccountName ACCOUNT = new AccountName("demo");

  private final MessagesClient messages;
  private final ThanksReceiver receiver;
  private final String run;
  private final long before;

  /**
   * Thanks of one run.
   *
   * @param run its name, as messages of an earlier one may be in the store
   */
  DemoThanks(MessagesClient messages, ThanksReceiver receiver, String run) {
    this.messages = messages;
    this.receiver = receiver;
    this.run = run;
    this.before = sent(usage());
  }

  /** Sends a message to each, and returns how many the server has accepted. */
  long accept(List<BusiestEditor> editors) {
    return messages.acceptAll(editors.stream().map(this::message).toList()).messages().stream()
        .flatMap(each -> each.message().stream())
        .count();
  }

  /** The number of messages with an outcome. */
  long ended() {
    return count(state -> state != MessageState.ACCEPTED && state != MessageState.ROUTED);
  }

  DemoReport.Thanks outcomes(long accepted) {
    return new DemoReport.Thanks(
        accepted,
        count(MessageState.SENT::equals),
        receiver.taken().size(),
        count(MessageState.UNCERTAIN::equals));
  }

  private NewMessage message(BusiestEditor editor) {
    Map<String, String> parameters =
        Map.of(
            "editor", editor.user(),
            "edits", Integer.toString(editor.edits()),
            "wiki", editor.wiki());
    TemplateUse use = TemplateUse.of(new TemplateName(NAME), new Json(Wire.write(parameters)));
    return NewMessage.of(ACCOUNT, Channel.WEBHOOK, talkPage(editor), use)
        .campaign(run)
        .key(run + "/" + editor.channel());
  }

  private static String talkPage(BusiestEditor editor) {
    String page = URLEncoder.encode(editor.user(), StandardCharsets.UTF_8).replace("+", "_");
    return "https://" + editor.wiki() + ".org/wiki/User_talk:" + page;
  }

  /** Counts the messages of this run that are known to be in a state. */
  private long count(Predicate<MessageState> wanted) {
    return messages.search(MessageSelection.ofCampaign(ACCOUNT.value(), run)).stream()
        .map(MessageReport::state)
        .filter(wanted)
        .count();
  }

  /** Returns the usage of the account, with its cost, once so many messages are counted. */
  List<UsageRow> usage(long sent) {
    Demo.await(
        sent,
        () -> sent(usage()) - before,
        _ -> {},
        counted -> "usage counts %d of %d messages".formatted(counted, sent));
    return usage();
  }

  private List<UsageRow> usage() {
    return messages.usage(UsageSelection.ALL.of(ACCOUNT.value())).rows();
  }

  private static long sent(List<UsageRow> rows) {
    return rows.stream().mapToLong(UsageRow::messages).sum();
  }

  /** Returns the message that the receiver got last; empty if there is none. */
  Optional<ThanksReceiver.Taken> sample() {
    List<ThanksReceiver.Taken> taken = receiver.taken();
    return taken.isEmpty() ? Optional.empty() : Optional.of(taken.getLast());
  }
}
