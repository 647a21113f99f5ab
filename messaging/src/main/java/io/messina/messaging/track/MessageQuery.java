package io.messina.messaging.track;

import io.messina.api.Checks;
import io.messina.api.message.AccountName;
import io.messina.api.message.MessageState;
import java.util.Optional;

/**
 * Which messages somebody looks for.
 *
 * @param account whose
 * @param by by what
 * @param content which campaign or recipient
 * @param state only those that are in it now; empty for all
 * @param after only ids behind this one
 * @param limit how many at most, from 1 to {@link #LIMIT_MAX}
 */
public record MessageQuery(
    AccountName account,
    MessageIndex.By by,
    String content,
    Optional<MessageState> state,
    Optional<String> after,
    int limit) {

  /** The longest page. */
  public static final int LIMIT_MAX = 1_000;

  /** A checked query. */
  public MessageQuery {
    Checks.between("limit", limit, 1, LIMIT_MAX);
  }

  /**
   * The first page, of all states.
   *
   * @param account whose
   * @param by by what
   * @param content which campaign or recipient
   */
  public static MessageQuery of(AccountName account, MessageIndex.By by, String content) {
    return new MessageQuery(account, by, content, Optional.empty(), Optional.empty(), LIMIT_MAX);
  }
}
