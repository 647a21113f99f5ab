package io.messina.api.message;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.messina.api.Field;
import java.time.Instant;
import java.util.Optional;

/**
 * How something happened to a message.
 *
 * @param connector through which it went
 * @param code as the provider names what happened
 * @param reason for people
 * @param departure when it leaves at the earliest, if it has to wait
 * @param schedule by which what waits can be taken back
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record MessageDetails(
    @Field("through which it went") Optional<String> connector,
    @Field("as the provider names what happened") Optional<String> code,
    @Field("for people") Optional<String> reason,
    @Field("when it leaves at the earliest, if it has to wait") Optional<Instant> departure,
    @Field("by which what waits can be taken back") Optional<String> schedule) {

  /** Nothing more is to be said. */
  public static final MessageDetails NONE = through(Optional.empty());

  /**
   * A connector, and nothing more.
   *
   * @param connector through which it went, if it was one
   * @return the details
   */
  public static MessageDetails through(Optional<String> connector) {
    return new MessageDetails(
        connector, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
  }
}
