package io.messina.api.message;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.messina.api.Field;
import java.util.Optional;

/** Result of accepting a message. */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record MessageResult(
    @Field("id of the message; absent if it is refused") Optional<String> message,
    @Field("whether it had been accepted before, by its key") boolean repeated,
    @Field("line of a refused message, from 0") Optional<Integer> line,
    @Field("code of the problem, as in out_of_bounds") Optional<String> code,
    @Field("problem in one sentence, for people") Optional<String> detail) {

  /** One that is accepted. */
  public static MessageResult accepted(String message, boolean repeated) {
    return new MessageResult(
        Optional.of(message), repeated, Optional.empty(), Optional.empty(), Optional.empty());
  }

  /**
   * One that is refused.
   *
   * @param line from 0
   */
  public static MessageResult refused(int line, String code, String detail) {
    return new MessageResult(
        Optional.empty(), false, Optional.of(line), Optional.of(code), Optional.of(detail));
  }
}
