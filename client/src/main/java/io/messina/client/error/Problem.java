package io.messina.client.error;

import io.messina.api.Appended;
import io.messina.api.ProblemCode;
import io.messina.api.RefusedLine;
import io.messina.api.feature.AddedItems;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A failure, as described by the server or by this client.
 *
 * @param status of the answer; 0 if there was none
 * @param code stable: that of a {@link ProblemCode}, or of this client: {@code no_answer}, {@code
 *     time_out}, {@code not_connected}, {@code not_trusted}, {@code no_token}, {@code bad_answer},
 *     {@code answer_too_large}, {@code buffer_full}, {@code interrupted}, {@code closed}
 * @param detail one sentence
 * @param action the advice of the server, if it gives one
 * @param retryAfter how long to wait before trying again, if the server says
 * @param stored of an append to several shards that failed for some: the events that are stored
 * @param imported of an import that was broken off: the part that is certainly stored
 * @param refused of a request with lines that are wrong: the first 100 of them
 * @param refusedCount how many there are
 * @param done of a seek or a purge that is not done everywhere: the shards on which it is
 * @param missing the shards on which it may be done or not
 * @param id under which the server's log tells more of a failure
 */
public record Problem(
    int status,
    String code,
    String detail,
    Optional<String> action,
    Optional<Duration> retryAfter,
    Optional<Appended> stored,
    Optional<AddedItems> imported,
    List<RefusedLine> refused,
    int refusedCount,
    List<Integer> done,
    List<Integer> missing,
    Optional<String> id) {

  /**
   * Whether it is one of the server's.
   *
   * @param known the code to compare with
   * @return whether it has this code
   */
  public boolean is(ProblemCode known) {
    return code.equals(known.toString());
  }

  /**
   * A problem of this client.
   *
   * @param code as above
   * @param detail one sentence
   * @return the problem
   */
  public static Problem of(String code, String detail) {
    return of(0, code, detail, Optional.empty());
  }

  /**
   * A problem of which nothing else is known.
   *
   * @param status of the answer; 0 if there was none
   * @param code as above
   * @param detail one sentence
   * @param retryAfter how long to wait before trying again, if the server says
   * @return the problem
   */
  public static Problem of(int status, String code, String detail, Optional<Duration> retryAfter) {
    return new Problem(
        status,
        code,
        detail,
        Optional.empty(),
        retryAfter,
        Optional.empty(),
        Optional.empty(),
        List.of(),
        0,
        List.of(),
        List.of(),
        Optional.empty());
  }
}
