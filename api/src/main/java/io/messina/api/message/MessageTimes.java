package io.messina.api.message;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.messina.api.Field;
import java.time.Instant;
import java.util.Optional;

/** The times between which a message may be sent. */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record MessageTimes(
    @Field("earliest time to send the message, at most a year ahead; now if absent")
        Optional<Instant> sendAt,
    @Field("latest time to send the message; no limit if absent") Optional<Instant> expiresAt,
    @Field(
            "time zone of the recipient for quiet hours, as in Europe/Rome; if absent, that of the"
                + " number's country if it has only one, else that of the account")
        Optional<String> timeZone) {

  /** Now, or whenever it can be sent. */
  public static final MessageTimes NOW =
      new MessageTimes(Optional.empty(), Optional.empty(), Optional.empty());
}
