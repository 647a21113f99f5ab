package io.messina.client.message;

import io.messina.api.message.AccountName;
import io.messina.client.internal.Query;
import java.time.LocalDate;
import java.util.Optional;

/**
 * Which usage is wanted. Start from {@link #ALL} and set the fields that shall differ.
 *
 * @param account only of its messages
 * @param from only of this day of UTC and later ones
 * @param to only of days before this one
 */
public record UsageSelection(
    Optional<AccountName> account, Optional<LocalDate> from, Optional<LocalDate> to) {

  /** Of all accounts and days. */
  public static final UsageSelection ALL =
      new UsageSelection(Optional.empty(), Optional.empty(), Optional.empty());

  /**
   * Only of an account.
   *
   * @param name of the account
   * @return another selection
   */
  public UsageSelection of(String name) {
    return new UsageSelection(Optional.of(new AccountName(name)), from, to);
  }

  /**
   * Only of some days of UTC.
   *
   * @param first of the days that are wanted
   * @param behind the first day that is not
   * @return another selection
   */
  public UsageSelection between(LocalDate first, LocalDate behind) {
    return new UsageSelection(account, Optional.of(first), Optional.of(behind));
  }

  Query query() {
    return Query.NONE.with("account", account).with("from", from).with("to", to);
  }
}
