package io.messina.messaging.accept;

import io.messina.api.ProblemCode;
import io.messina.api.message.AccountName;
import io.messina.api.message.account.AccountOptions;
import io.messina.runtime.Context;
import io.messina.runtime.LogOnce;
import io.messina.store.HybridClock;
import io.messina.store.StoreException;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The quotas of accounts. Each process counts its own messages, publishes its count in a table once
 * a second, and reads the counts of the others there. All processes together can exceed the quota
 * of a day by the messages that the others accept in about a second; a crash forgets as many. The
 * quota of a second is shared equally among the processes that have accepted a message in the last
 * five seconds. Safe for use by many threads.
 */
final class Quotas implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Quotas.class);

  private final Context context;
  private final HybridClock timestamps;
  private final String writer;
  private final LogOnce publishing =
      new LogOnce(LOG, "others do not know how much is accepted here");
  private final Map<AccountName, AccountQuota> accounts = new ConcurrentHashMap<>();

  Quotas(Context context, HybridClock timestamps) {
    this.context = context;
    this.timestamps = timestamps;
    this.writer = HexFormat.of().toHexDigits(context.random().nextLong());
  }

  Context context() {
    return context;
  }

  String writer() {
    return writer;
  }

  long nextTimestamp() {
    return timestamps.next();
  }

  /**
   * Takes one message from the quota of an account.
   *
   * @throws NotAcceptedException if the quota is used up
   * @throws StoreException if the counts cannot be read
   */
  void take(AccountName account, AccountOptions options) {
    if (options.perDay().isPresent() || options.perSecond().isPresent()) {
      accounts
          .computeIfAbsent(account, name -> new AccountQuota(this, name))
          .take(options)
          .ifPresent(
              sentence -> {
                throw new NotAcceptedException(ProblemCode.QUOTA_EXCEEDED, sentence);
              });
    }
  }

  /** Gives one back that was not accepted after all. */
  void giveBack(AccountName account) {
    AccountQuota quota = accounts.get(account);
    if (quota != null) {
      quota.giveBack();
    }
  }

  /** Publishes the count a second later. */
  void publishLater(AccountQuota quota) {
    var _ = context.time().schedule(AccountQuota.PUBLISH_INTERVAL, () -> publish(quota));
  }

  private void publish(AccountQuota quota) {
    if (!publishing.attempt(quota::publish)) {
      publishLater(quota);
    }
  }

  /** Publishes the counts that are not published yet. */
  @Override
  public void close() {
    for (AccountQuota quota : accounts.values()) {
      var _ = publishing.attempt(quota::close);
    }
  }
}
