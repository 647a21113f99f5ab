package io.messina.messaging.accept;

import io.messina.api.message.AccountName;
import io.messina.api.message.account.AccountOptions;
import io.messina.runtime.Mutex;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/**
 * The rest of the quota of one account, as this process knows it. All fields are under the lock.
 */
final class AccountQuota {

  /** The interval at which a process publishes its count and reads the counts of others. */
  static final Duration PUBLISH_INTERVAL = Duration.ofSeconds(1);

  private static final Duration ACTIVE = Duration.ofSeconds(5);
  private static final double NANOS = 1e9;

  private final Quotas quotas;
  private final AccountName account;
  private final Mutex lock = new Mutex();
  private LocalDate day = LocalDate.EPOCH;
  private long own;
  private long published;
  private long others;
  private int activeProcesses = 1;
  private long askedNanos;
  private double left; // of this second
  private long filledNanos;
  private boolean isPending; // it will be said
  private boolean closed;

  AccountQuota(Quotas quotas, AccountName account) {
    this.quotas = quotas;
    this.account = account;
    this.left = Double.MAX_VALUE; // the first refill cuts it to the limit
    this.filledNanos = quotas.context().time().nanoTime();
  }

  /** Takes one; or says why not. */
  Optional<String> take(AccountOptions options) {
    try (var _ = lock.hold()) {
      refresh();
      Optional<Long> perDay = options.perDay().filter(most -> own + others >= most);
      if (perDay.isPresent()) {
        return Optional.of(
            "per_day: " + (own + others) + " today (expected: up to " + perDay.get() + ")");
      }
      if (options.perSecond().isPresent() && !isLeft(options.perSecond().get())) {
        return Optional.of(
            "per_second: more in this second (expected: up to " + options.perSecond().get() + ")");
      }
      own++;
      if (!isPending && !closed) {
        isPending = true;
        quotas.publishLater(this);
      }
      return Optional.empty();
    }
  }

  void giveBack() {
    try (var _ = lock.hold()) {
      own = Math.max(0, own - 1);
      left++;
    }
  }

  /** Says how much was accepted here. */
  void publish() {
    try (var _ = lock.hold()) {
      if (!closed) {
        publishCount();
      }
    }
  }

  /** Says so for the last time. */
  void close() {
    try (var _ = lock.hold()) {
      closed = true;
      if (own != published) {
        publishCount();
      }
    }
  }

  private void publishCount() {
    Instant now = quotas.context().now();
    QuotaTable.write(
        quotas.context().store(),
        account,
        day,
        new QuotaTable.Published(quotas.writer(), own, now),
        quotas.nextTimestamp());
    published = own;
    isPending = false;
  }

  /** Reads the counts of other processes, at most once a second. */
  private void refresh() {
    LocalDate today = LocalDate.ofInstant(quotas.context().now(), ZoneOffset.UTC);
    long nanos = quotas.context().time().nanoTime();
    boolean isNew = !today.equals(day);
    if (!isNew && nanos - askedNanos < PUBLISH_INTERVAL.toNanos()) {
      return;
    }
    if (isNew) {
      day = today;
      own = 0;
      published = 0;
    }
    List<QuotaTable.Published> all =
        QuotaTable.read(quotas.context().store(), account, day).stream()
            .filter(each -> !each.writer().equals(quotas.writer()))
            .toList();
    Instant active = quotas.context().now().minus(ACTIVE.toMillis(), ChronoUnit.MILLIS);
    others = all.stream().mapToLong(QuotaTable.Published::count).sum();
    activeProcesses = 1 + (int) all.stream().filter(each -> each.at().isAfter(active)).count();
    askedNanos = nanos;
  }

  private boolean isLeft(int perSecond) {
    double share = Math.max(1, (double) perSecond / activeProcesses);
    long nanos = quotas.context().time().nanoTime();
    left = Math.min(share, left + (nanos - filledNanos) / NANOS * share);
    filledNanos = nanos;
    if (left < 1) {
      return false;
    }
    left--;
    return true;
  }
}
