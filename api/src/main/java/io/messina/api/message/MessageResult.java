package io.messina.api.message;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.messina.api.Field;
import java.util.Optional;

/**
 * What became of a message that was to be accepted.
 *
 * @param message its id; absent if it is refused
 * @param repeated whether it had been accepted before, by its key
 * @param line of a refused one of many: in which line it stood, from 0
 * @param code of a refused one of many: of the problem, as in {@code out_of_bounds}
 * @param detail of a refused one of many: what is wrong
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record MessageResult(
    @Field("its id; absent if it is refused") Optional<String> message,
    @Field("whether it had been accepted before") boolean repeated,
    @Field("where a refused one stood, from 0") Optional<Integer> line,
    @Field("what is wrong, for programs") Optional<String> code,
    @Field("what is wrong, for people") Optional<String> detail) {

  /**
   * One that is accepted.
   *
   * @param message its id
   * @param repeated whether it had been before
   * @return the result
   */
  public static MessageResult accepted(String message, boolean repeated) {
    return new MessageResult(
        Optional.of(message), repeated, Optional.empty(), Optional.empty(), Optional.empty());
  }

  /**
   * One that is refused.
   *
   * @param line where it stood, from 0
   * @param code of the problem
   * @param detail what is wrong
   * @return the result
   */
  public static MessageResult refused(int line, String code, String detail) {
    return new MessageResult(
        Optional.empty(), false, Optional.of(line), Optional.of(code), Optional.of(detail));
  }
}
