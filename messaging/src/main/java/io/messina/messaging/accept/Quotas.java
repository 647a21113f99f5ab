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
 * How many messages accounts may still have accepted. Each process counts its own, says so in a
 * table once a second, and reads there what the others say: over all processes together a day's
 * quota is exceeded by what the others accept in about a second at most, and a crash forgets as
 * much. Of the quota of a second each process has an equal share among those that have accepted
 * something in the last five seconds. Safe for use by many threads.
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
   * Takes one message of what an account may have.
   *
   * @throws NotAcceptedException if there is none left
   * @throws StoreException if nobody knows
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

  /** Says a second later what is accepted by then. */
  void publishLater(AccountQuota quota) {
    var _ = context.time().schedule(AccountQuota.PUBLISH_INTERVAL, () -> publish(quota));
  }

  private void publish(AccountQuota quota) {
    if (!publishing.attempt(quota::publish)) {
      publishLater(quota);
    }
  }

  /** Says what is not said yet. */
  @Override
  public void close() {
    for (AccountQuota quota : accounts.values()) {
      var _ = publishing.attempt(quota::close);
    }
  }
}
