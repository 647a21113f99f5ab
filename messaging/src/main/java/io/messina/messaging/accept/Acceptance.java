package io.messina.messaging.accept;

import io.messina.api.message.AccountName;
import io.messina.api.message.NewMessage;
import io.messina.api.message.account.AccountOptions;
import io.messina.api.message.template.MessagePreview;
import io.messina.messaging.Message;
import io.messina.messaging.MessageStreams;
import io.messina.messaging.template.Previews;
import io.messina.messaging.template.Templates;
import io.messina.runtime.Context;
import io.messina.store.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Accepts messages. An accepted message is durable; a refused one gets one sentence and changes
 * nothing. Safe for use by many threads.
 */
public final class Acceptance implements AutoCloseable {

  /** The tables of this package. */
  public static final List<Table> TABLES = List.of(MessageKeyTable.TABLE, QuotaTable.TABLE);

  private static final int PAGE = 2_000;

  private final AcceptServices services;

  /**
   * The answer for one message.
   *
   * @param message its id, if it is accepted
   * @param repeated whether it had been accepted before
   * @param refusal the reason if it is not accepted
   */
  public record Answer(
      Optional<String> message, boolean repeated, Optional<NotAcceptedException> refusal) {}

  /**
   * Creates the acceptance of one process.
   *
   * @param streams of messages; the streams of channels exist, or will soon
   * @param accounts finds the options of an account, or throws {@link
   *     io.messina.messaging.NotDefinedException}
   */
  public Acceptance(
      Context context,
      MessageStreams streams,
      Function<AccountName, AccountOptions> accounts,
      Templates templates) {
    this(new AcceptServices(context, streams, new DraftBuilder(accounts, templates)));
  }

  Acceptance(AcceptServices services) {
    this.services = services;
  }

  /**
   * Accepts messages, each for itself. A message whose key was accepted within 24 hours, by any
   * process, is a repeat of the first message.
   *
   * @return an answer for each, in their order
   */
  public List<Answer> accept(List<NewMessage> messages) {
    return accept(messages, Map.of());
  }

  /**
   * Accepts messages as {@link #accept(List)}, of a request with a trace.
   *
   * @param trace as {@link io.messina.api.TraceHeaders} has it; the requests that send the messages
   *     have it, too
   * @return an answer for each, in their order
   */
  public List<Answer> accept(List<NewMessage> messages, Map<String, String> trace) {
    List<Answer> answers = new ArrayList<>(messages.size());
    for (int from = 0; from < messages.size(); from += PAGE) {
      List<NewMessage> page = messages.subList(from, Math.min(from + PAGE, messages.size()));
      answers.addAll(new AcceptanceBatch(services, page, trace).accept());
    }
    return answers;
  }

  /**
   * Checks a message as acceptance would, without its key and without quotas.
   *
   * @return the preview of the message that would be sent
   * @throws NotAcceptedException if it would be refused
   */
  public MessagePreview preview(NewMessage wanted) {
    try {
      MessageChecks.checkKey(wanted);
      Draft draft = services.drafting().fresh(wanted, "preview", "", services.context().now());
      Message message = draft.message();
      return new MessagePreview(
          message.recipient(),
          draft.decision().due(),
          Previews.of(wanted.channel(), message.content()));
    } catch (RuntimeException e) {
      throw NotAcceptedException.of(e);
    }
  }

  /** Publishes the counts of quotas that other processes do not know yet. */
  @Override
  public void close() {
    services.quotas().close();
  }
}
