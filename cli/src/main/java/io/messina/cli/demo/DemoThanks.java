package io.messina.cli.demo;

import io.messina.api.Json;
import io.messina.api.Wire;
import io.messina.api.message.AccountName;
import io.messina.api.message.Channel;
import io.messina.api.message.MessageContent;
import io.messina.api.message.MessageReport;
import io.messina.api.message.MessageState;
import io.messina.api.message.NewMessage;
import io.messina.api.message.TemplateName;
import io.messina.api.message.TemplateUse;
import io.messina.api.message.account.AccountOptions;
import io.messina.api.message.connector.ConnectorOptions;
import io.messina.api.message.connector.RouteOptions;
import io.messina.api.message.report.UsageRow;
import io.messina.api.message.template.TemplateOptions;
import io.messina.cli.terminal.Progress;
import io.messina.client.message.MessageSelection;
import io.messina.client.message.MessagesClient;
import io.messina.client.message.UsageSelection;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import tools.jackson.databind.json.JsonMapper;

/**
 * A thank-you to the busiest editor of each wiki, on the editor's talk page: messages of a
 * template, through a connector, to a receiver within this process. Wikipedia gets nothing.
 */
final class DemoThanks implements AutoCloseable {

  private static final String NAME = "thanks";
  private static final AccountName ACCOUNT = new AccountName("demo");
  private static final String TEXT =
      "{\"text\":\"Thank you, {{editor}}: {{edits}} edits, more than anybody else on {{wiki}}"
          + " today.\"}";

  private final MessagesClient messages;
  private final ThanksReceiver receiver;
  private final String run;
  private long before;

  private DemoThanks(MessagesClient messages, ThanksReceiver receiver, String run) {
    this.messages = messages;
    this.receiver = receiver;
    this.run = run;
  }

  /**
   * Begins to listen.
   *
   * @param messages of the demo's server
   * @param run names this run, as messages of an earlier one may be in the store
   */
  static DemoThanks start(MessagesClient messages, String run) {
    return new DemoThanks(messages, ThanksReceiver.start(), run);
  }

  /** Defines the connector and route of the messages. */
  void create() {
    var _ = messages.account(ACCOUNT).create(AccountOptions.DEFAULT);
    var _ = messages.connector(NAME).create(connector());
    var _ =
        messages
            .route(NAME)
            .create(
                new RouteOptions(
                    Channel.WEBHOOK, Optional.of(ACCOUNT), List.of(), Map.of(NAME, 1), List.of()));
    MessageContent content =
        new MessageContent(
            Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(new Json(TEXT)));
    var _ =
        messages
            .account(ACCOUNT)
            .template(NAME)
            .create(new TemplateOptions(Channel.WEBHOOK, "en", Map.of("en", content)));
    before = sent(usage());
  }

  /** As {@code PUT /v1/connectors/thanks} would have it. */
  private ConnectorOptions connector() {
    return Wire.request(
        JsonMapper.shared()
            .readTree(
                """
                {
                  "http": {
                    "url": "%s",
                    "body": "{\\"to\\":\\"{{to}}\\",\\"text\\":\\"{{data.text}}\\"}",
                    "provider_id": "/id",
                    "allow_private": true
                  },
                  "prices": {"*": "0.002"},
                  "currency": "EUR"
                }
                """
                    .formatted(receiver.url())),
        ConnectorOptions.class);
  }

  /** Thanks each of them, and waits until it is known of all whether they were thanked. */
  DemoReport.Thanks thank(List<BusiestEditor> editors, Progress.Step step) {
    long accepted =
        messages.acceptAll(editors.stream().map(this::message).toList()).messages().stream()
            .flatMap(each -> each.message().stream())
            .count();
    Patience.await(
        () -> count(DemoThanks::hasEnded) == accepted,
        () -> count(DemoThanks::hasEnded),
        step::reach,
        ended -> "no thanks were sent, at " + ended + " of them,");
    step.reach(accepted);
    return new DemoReport.Thanks(
        accepted,
        count(state -> state == MessageState.SENT),
        receiver.taken().size(),
        count(state -> state == MessageState.UNCERTAIN));
  }

  private NewMessage message(BusiestEditor editor) {
    TemplateUse use =
        TemplateUse.of(
            new TemplateName(NAME),
            new Json(
                Wire.write(
                    Map.of(
                        "editor",
                        editor.user(),
                        "edits",
                        Integer.toString(editor.edits()),
                        "wiki",
                        editor.wiki()))));
    return NewMessage.of(ACCOUNT, Channel.WEBHOOK, talkPage(editor), use)
        .campaign(run)
        .key(run + "/" + editor.channel());
  }

  private static String talkPage(BusiestEditor editor) {
    String page = URLEncoder.encode(editor.user(), StandardCharsets.UTF_8).replace("+", "_");
    return "https://" + editor.wiki() + ".org/wiki/User_talk:" + page;
  }

  private static boolean hasEnded(MessageState state) {
    return state != MessageState.ACCEPTED && state != MessageState.ROUTED;
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
    Patience.await(
        () -> counted() >= sent,
        this::counted,
        _ -> {},
        counted -> "usage counts nothing more, at %d of %d messages,".formatted(counted, sent));
    return usage();
  }

  private long counted() {
    return sent(usage()) - before;
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

  @Override
  public void close() {
    receiver.close();
  }
}
