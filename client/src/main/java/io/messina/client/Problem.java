package io.messina.client;

import java.time.Duration;
import java.util.Optional;

/**
 * What went wrong, as the server or this client says it.
 *
 * @param status of the answer; 0 where there was none
 * @param code stable, as the server's documentation lists them; of this client: {@code no_answer},
 *     {@code time_out}, {@code not_connected}, {@code bad_answer}, {@code answer_too_large}, {@code
 *     buffer_full}, {@code interrupted}, {@code closed}
 * @param detail one sentence
 * @param retryAfter how long to wait before trying again, if the server says
 * @param stored of an append to several shards that failed for some: what is stored
 * @param imported of an import that was broken off: what is there for certain
 */
public record Problem(
    int status,
    String code,
    String detail,
    Optional<Duration> retryAfter,
    Optional<Appended> stored,
    Optional<AddedItems> imported) {

  static Problem of(String code, String detail) {
    return new Problem(0, code, detail, Optional.empty(), Optional.empty(), Optional.empty());
  }
}
