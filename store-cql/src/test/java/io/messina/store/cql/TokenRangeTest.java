package io.messina.store.cql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

final class TokenRangeTest {

  @Test
  void all_tokens_are_halved_down_to_the_first_one_and_no_further() {
    int halvings = 0;
    TokenRange range = TokenRange.all();
    for (Optional<TokenRange> half = range.half(); half.isPresent(); half = range.half()) {
      range = half.get();
      halvings++;
    }
    assertThat(halvings).isEqualTo(63);
    assertThat(range).isEqualTo(new TokenRange(Long.MIN_VALUE, Long.MIN_VALUE + 1));
  }

  @Test
  void what_follows_is_twice_as_large_and_ends_with_the_last_token() {
    assertThat(new TokenRange(0, 10).following()).contains(new TokenRange(10, 30));
    assertThat(new TokenRange(-10, Long.MAX_VALUE - 5).following())
        .contains(new TokenRange(Long.MAX_VALUE - 5, Long.MAX_VALUE));
    assertThat(TokenRange.all().following()).isEmpty();
    assertThat(TokenRange.all().behind(Long.MAX_VALUE)).isEmpty();
    assertThat(new TokenRange(0, 10).behind(10)).isEmpty();
  }

  @Property
  void ranges_that_are_halved_or_followed_at_will_cover_all_tokens_once(
      @ForAll @Size(max = 200) List<Boolean> refusals) {
    List<TokenRange> covered = new ArrayList<>();
    Optional<TokenRange> next = Optional.of(TokenRange.all());
    for (int i = 0; next.isPresent(); i++) {
      TokenRange range = next.get();
      if (i < refusals.size() && refusals.get(i) && range.half().isPresent()) {
        next = range.half();
      } else {
        covered.add(range);
        next = range.following();
      }
    }
    assertThat(covered.getFirst().above()).isEqualTo(Long.MIN_VALUE);
    assertThat(covered.getLast().upTo()).isEqualTo(Long.MAX_VALUE);
    for (int i = 1; i < covered.size(); i++) {
      assertThat(covered.get(i).above()).isEqualTo(covered.get(i - 1).upTo());
    }
  }
}
