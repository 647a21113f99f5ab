package io.messina.api.message;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.messina.api.Field;
import java.time.Instant;
import java.util.Optional;

/**
 * When a message may leave.
 *
 * @param sendAt not before this time, up to a year away; absent for now
 * @param expiresAt not after this time; absent for whenever it can be sent
 * @param timeZone of the recipient, as in {@code Europe/Rome}, for the quiet hours of the account;
 *     absent for that of its number's country, if it has only one, else that of the account
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record MessageTimes(
    @Field("not before this time, up to a year away") Optional<Instant> sendAt,
    @Field("not after this time") Optional<Instant> expiresAt,
    @Field("of the recipient, as in Europe/Rome, for quiet hours") Optional<String> timeZone) {

  /** Now, or whenever it can be sent. */
  public static final MessageTimes NOW =
      new MessageTimes(Optional.empty(), Optional.empty(), Optional.empty());
}
