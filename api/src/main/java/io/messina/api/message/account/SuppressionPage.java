package io.messina.api.message.account;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.messina.api.Field;
import java.util.List;
import java.util.Optional;

/**
 * Some of the suppressions of an account.
 *
 * @param suppressions by channel, then by recipient
 * @param next where the next page begins; empty on the last one
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record SuppressionPage(
    @Field("by channel, then by recipient") List<Suppression> suppressions,
    @Field("where the next page begins; absent on the last one") Optional<String> next) {

  /** Takes a copy. */
  public SuppressionPage {
    suppressions = List.copyOf(suppressions);
  }
}
