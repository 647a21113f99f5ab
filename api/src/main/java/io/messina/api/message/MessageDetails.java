package io.messina.api.message;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.messina.api.Field;
import java.time.Instant;
import java.util.Optional;

/** Details of an event of a message. */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record MessageDetails(
    @Field("connector that handled the message") Optional<String> connector,
    @Field("code of the provider") Optional<String> code,
    @Field("reason, for people") Optional<String> reason,
    @Field("earliest time at which a waiting message leaves") Optional<Instant> departure,
    @Field("id by which a waiting message can be cancelled") Optional<String> schedule) {

  /** No details. */
  public static final MessageDetails NONE = through(Optional.empty());

  /** A connector, and nothing more. */
  public static MessageDetails through(Optional<String> connector) {
    return new MessageDetails(
        connector, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
  }
}
