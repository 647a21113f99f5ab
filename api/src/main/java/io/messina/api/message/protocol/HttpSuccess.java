package io.messina.api.message.protocol;

import io.messina.api.Checks;
import io.messina.api.Field;
import io.messina.api.WireException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Which answers say that a provider has the message.
 *
 * @param successStatuses statuses of HTTP, as {@code 202} or {@code 200-299}
 * @param successPointer where an answer in JSON says it too; if absent, the status suffices
 * @param successValue what it has there; any value if absent
 */
public record HttpSuccess(
    @Field(
            value = "statuses by which the provider has the message",
            min = "1",
            max = "20",
            otherwise = "[\"200-299\"]")
        List<String> successStatuses,
    @Field("where the answer says it too, a JSON pointer; if absent, the status suffices")
        Optional<String> successPointer,
    @Field("what stands there, as in 0 or queued; any value if absent")
        Optional<String> successValue) {

  private static final Pattern RANGE = Pattern.compile("[1-5][0-9]{2}(-[1-5][0-9]{2})?");

  /** Any status from 200 to 299. */
  public static final HttpSuccess DEFAULT =
      new HttpSuccess(List.of("200-299"), Optional.empty(), Optional.empty());

  /**
   * A checked rule.
   *
   * @throws WireException if a status or the pointer has another form, or there is a value without
   *     a pointer
   */
  public HttpSuccess {
    for (String range : successStatuses) {
      if (!RANGE.matcher(range).matches()) {
        throw new WireException(
            WireException.Fault.WRONG_TYPE,
            "success_statuses: a wrong one (expected: as in 202 or 200-299)");
      }
    }
    successPointer.ifPresent(pointer -> Checks.pointer("success_pointer", pointer));
    if (successValue.isPresent() && successPointer.isEmpty()) {
      throw new WireException(
          WireException.Fault.ABSENT,
          "success_pointer: absent (expected: a JSON pointer, as there is a success_value)");
    }
    successStatuses = List.copyOf(successStatuses);
  }

  /**
   * Whether a status is one of success.
   *
   * @param status of HTTP
   * @return true if a range has it
   */
  public boolean has(int status) {
    return successStatuses.stream()
        .anyMatch(
            range ->
                Integer.parseInt(range.substring(0, 3)) <= status
                    && status <= Integer.parseInt(range.substring(range.length() - 3)));
  }
}
