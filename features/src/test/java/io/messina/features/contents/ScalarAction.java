package io.messina.features.contents;

import io.messina.api.feature.FeatureValue;
import java.time.Duration;
import java.time.Instant;

/** What happens: what a client asks for, or what becomes of it. */
sealed interface ScalarAction {

  /** What a client asks for; the same however often it is sent. */
  sealed interface Request extends ScalarAction {}

  /** Puts a value with a time. */
  record Put(FeatureValue value, Instant time) implements Request {}

  /** Puts a value of now. */
  record PutNow(FeatureValue value) implements Request {}

  /** Puts a value as a feed does. */
  record PutAsOf(FeatureValue value, Instant time, Instant asOf) implements Request {}

  /** Deletes the value as of now. */
  record DeleteNow() implements Request {}

  /** Deletes the value as of some moment. */
  record Delete(Instant time) implements Request {}

  /** The client sends again what it has no answer to. */
  record Resend() implements ScalarAction {}

  /** A write of the client that was under way arrives. */
  record Arrive() implements ScalarAction {}

  /** Lets time pass. */
  record Wait(Duration duration) implements ScalarAction {}

  /** Sets the client's clock. */
  record SetClock(Duration ahead) implements ScalarAction {}
}
