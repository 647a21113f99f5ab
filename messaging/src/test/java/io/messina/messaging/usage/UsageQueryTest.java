package io.messina.messaging.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.message.AccountName;
import io.messina.api.message.Channel;
import io.messina.store.Bytes;
import java.time.LocalDate;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UsageQueryTest {

  private static final LocalDate MARCH = LocalDate.of(2026, 3, 1);
  private static final LocalDate APRIL = LocalDate.of(2026, 4, 1);
  private static final AccountName SHOP = new AccountName("shop");

  @Test
  void a_month_has_its_first_day_and_not_that_of_the_next_one() {
    UsageQuery march = query(Optional.empty(), Optional.empty());
    assertThat(march.groups().test(group(MARCH.minusDays(1), "shop"))).isFalse();
    assertThat(march.groups().test(group(MARCH, "shop"))).isTrue();
    assertThat(march.groups().test(group(APRIL.minusDays(1), "shop"))).isTrue();
    assertThat(march.groups().test(group(APRIL, "shop"))).isFalse();
  }

  @Test
  void an_account_has_its_own_rows_only() {
    UsageQuery ofShop = query(Optional.of(SHOP), Optional.empty());
    assertThat(ofShop.groups().test(group(MARCH, "shop"))).isTrue();
    assertThat(ofShop.groups().test(group(MARCH, "shop-2"))).isFalse();
  }

  @Test
  void a_page_begins_behind_the_last_row_of_the_one_before() {
    Bytes last = group(MARCH, "shop");
    UsageQuery next = query(Optional.empty(), Optional.of(last));
    assertThat(next.groups().test(last)).isFalse();
    assertThat(next.groups().test(group(MARCH, "shop-2"))).isTrue();
    assertThat(UsageQuery.place(UsageQuery.next(last))).isEqualTo(last);
  }

  @ParameterizedTest
  @ValueSource(strings = {"zz", "*", "dQA", "dQAyMDI2AGEAYgBjAGQ", ""})
  void what_no_page_has_called_next_is_refused(String after) {
    assertThatThrownBy(() -> UsageQuery.place(after))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("after: ");
  }

  private static UsageQuery query(Optional<AccountName> account, Optional<Bytes> after) {
    return new UsageQuery(account, MARCH, APRIL, 10, after);
  }

  private static Bytes group(LocalDate day, String account) {
    return new UsageKey(day, new AccountName(account), Channel.SMS, "carrier", Optional.of("IT"))
        .group();
  }
}
