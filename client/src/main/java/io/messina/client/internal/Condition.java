package io.messina.client.internal;

import io.messina.api.Defined;
import io.messina.api.ProblemCode;
import io.messina.api.Wire;
import io.messina.client.error.MessinaException;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * A condition for changing a definition, as a header expresses it.
 *
 * @param header its name; empty for no condition
 * @param value of the header
 */
public record Condition(String header, String value) {

  private static final int TRIES_MAX = 20;

  public static final Condition NONE = new Condition("", "");

  public static final Condition ABSENT = new Condition("If-None-Match", "*");

  public static Condition tag(String tag) {
    return new Condition("If-Match", '"' + tag + '"');
  }

  /**
   * A change that was done, or begun, has changed the tag: sent again it would be refused because
   * of its first attempt.
   */
  public Call on(Call call) {
    return equals(NONE) ? call : call.withHeader(header, value).repeated(Call.Repeat.UNBEGUN);
  }

  /**
   * Changes a definition that was read, and reads it again if another client changed it in between,
   * so that no change is lost; does not repeat if the caller set a condition.
   */
  public <O extends Record, D extends Record & Defined> D change(
      Transport transport,
      String path,
      Class<D> type,
      Supplier<D> read,
      Function<D, O> options,
      UnaryOperator<O> change) {
    for (int tries = 1; ; tries++) {
      D standing = read.get();
      O before = options.apply(standing);
      byte[] body = Wire.difference(change.apply(before), before).getBytes(StandardCharsets.UTF_8);
      try {
        Condition expected = equals(NONE) ? tag(standing.tag()) : this;
        return transport.send(expected.on(Call.patch(path, body)), type);
      } catch (MessinaException.Refused e) {
        if (!equals(NONE)
            || tries == TRIES_MAX
            || !e.problem().is(ProblemCode.PRECONDITION_FAILED)) {
          throw e;
        }
      }
    }
  }
}
