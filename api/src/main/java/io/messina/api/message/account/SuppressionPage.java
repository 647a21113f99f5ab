package io.messina.api.message.account;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.messina.api.Field;
import java.util.List;
import java.util.Optional;

/** A page of the suppressions of an account. */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record SuppressionPage(
    @Field("suppressions by channel, then by recipient") List<Suppression> suppressions,
    @Field("start of the next page; absent on the last one") Optional<String> next) {

  public SuppressionPage {
    suppressions = List.copyOf(suppressions);
  }
}
