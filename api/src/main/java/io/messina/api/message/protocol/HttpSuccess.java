package io.messina.api.message.protocol;

import io.messina.api.Checks;
import io.messina.api.Field;
import io.messina.api.Wire;
import io.messina.api.WireException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The answers that mean that a provider has the message. */
public record HttpSuccess(
    @Field(
            value = "statuses that mean that the provider has accepted the message",
            min = "1",
            max = "20",
            otherwise = "[\"200-299\"]")
        List<String> successStatuses,
    @Field(
            "JSON pointer to a value in the answer that also means success; the status suffices if"
                + " absent")
        Optional<String> successPointer,
    @Field("expected value at the pointer, as in 0 or queued; any value if absent")
        Optional<String> successValue) {

  private static final Pattern RANGE = Pattern.compile("[1-5][0-9]{2}(-[1-5][0-9]{2})?");

  /** Any status from 200 to 299. */
  public static final HttpSuccess DEFAULT = Wire.defaults(HttpSuccess.class);

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

  /** Whether a status is one of success. */
  public boolean has(int status) {
    return successStatuses.stream()
        .anyMatch(
            range ->
                Integer.parseInt(range.substring(0, 3)) <= status
                    && status <= Integer.parseInt(range.substring(range.length() - 3)));
  }
}
