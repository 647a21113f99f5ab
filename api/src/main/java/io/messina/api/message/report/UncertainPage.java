package io.messina.api.message.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.messina.api.Field;
import java.util.List;
import java.util.Optional;

/**
 * Some of the uncertain messages of a connector.
 *
 * @param uncertain by shard and position
 * @param next where the next page begins; empty on the last one
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record UncertainPage(
    @Field("what is to be resolved") List<UncertainMessage> uncertain,
    @Field("where the next page begins; absent on the last one") Optional<String> next) {

  /** Takes a copy. */
  public UncertainPage {
    uncertain = List.copyOf(uncertain);
  }
}
