package io.messina.api.message.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.messina.api.Field;
import java.util.List;
import java.util.Optional;

/** A page of the uncertain messages of a connector. */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record UncertainPage(
    @Field("uncertain messages by shard and position") List<UncertainMessage> uncertain,
    @Field("start of the next page; absent on the last one") Optional<String> next) {

  public UncertainPage {
    uncertain = List.copyOf(uncertain);
  }
}
