package io.messina.messaging.usage;

import io.messina.api.message.AccountName;
import io.messina.api.message.MessageState;
import io.messina.store.Bytes;

/**
 * What messages of campaigns are counted by. In bytes, with a zero between each two:
 *
 * <pre>
 *   c 0 account 0 campaign 0 state
 * </pre>
 */
record CampaignKey(AccountName account, String campaign, MessageState state) {

  Bytes group() {
    return Bytes.utf8("c\0" + account + "\0" + campaign + "\0" + state);
  }
}
