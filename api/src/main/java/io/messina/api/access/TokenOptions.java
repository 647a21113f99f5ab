package io.messina.api.access;

import io.messina.api.Field;
import io.messina.api.RecordField;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Options of a new token; they cannot be changed. Begin with {@link #of}. */
public record TokenOptions(
    @Field(
            value = "permissions: admin, or each as in streams:edits:append or lists:user/*:read",
            min = "1",
            max = "100")
        List<Scope> scopes,
    @Field(
            value = "time from its creation until it expires; never if absent",
            min = "1s",
            max = "36500d")
        Optional<Duration> expiresIn,
    @Field(
            value =
                "senders (from) that its messages must have, each whole or as in *@example.com; any"
                    + " if empty",
            max = "100",
            otherwise = "[]")
        List<String> senders,
    @Field(
            value =
                "events, outputs, messages, values and items that one server takes from it per"
                    + " second; any number if absent",
            min = "1",
            max = "1000000000")
        Optional<Integer> eventsPerSecond,
    @Field(
            value = "bytes of bodies that one server takes from it per second; any if absent",
            min = "1",
            max = "1000000000000")
        Optional<Long> bytesPerSecond)
    implements TokenOptionsWithers {

  public TokenOptions {
    scopes = List.copyOf(scopes);
    senders = List.copyOf(senders);
    RecordField.check(
        TokenOptions.class, scopes, expiresIn, senders, eventsPerSecond, bytesPerSecond);
  }

  /** A token that never expires. */
  public static TokenOptions of(Scope... scopes) {
    return new TokenOptions(
        List.of(scopes), Optional.empty(), List.of(), Optional.empty(), Optional.empty());
  }
}
