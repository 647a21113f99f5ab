package io.messina.messaging.usage;

import io.messina.api.message.AccountName;
import io.messina.api.message.MessageState;
import io.messina.store.Bytes;
import java.util.Locale;

/**
 * The group of the counts of a campaign. In bytes, with a zero between each two:
 *
 * <pre>
 *   c 0 account 0 campaign 0 state
 * </pre>
 */
record CampaignKey(AccountName account, String campaign) {

  /** With which the groups of all its states begin. */
  Bytes prefix() {
    return Bytes.utf8("c\0" + account + "\0" + campaign + "\0");
  }

  Bytes group(MessageState state) {
    return Bytes.utf8(prefix().toUtf8() + state);
  }

  /** The state of a group with this prefix. */
  MessageState state(Bytes group) {
    String state = group.toUtf8().substring(prefix().toUtf8().length());
    return MessageState.valueOf(state.toUpperCase(Locale.ROOT));
  }
}
