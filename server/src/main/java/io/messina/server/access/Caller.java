package io.messina.server.access;

import io.messina.api.ProblemCode;
import io.messina.api.Shown;
import io.messina.api.access.Action;
import io.messina.api.access.Resource;
import io.messina.api.access.Scope;
import io.messina.api.access.TokenOptions;
import io.messina.api.message.NewMessage;
import io.messina.messaging.accept.AllowedSenders;
import io.messina.server.problem.ProblemAnswer;
import io.messina.server.problem.ProblemException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** The one who asks, and what he may do. Safe for use by many threads. */
public final class Caller {

  /** Where no tokens are asked for. */
  public static final Caller ANYBODY =
      new Caller("anybody", TokenOptions.of(Scope.ADMIN), () -> true);

  private final String name;
  private final TokenOptions options;
  private final BooleanSupplier valid;
  private final Optional<Allowance> events;
  private final Optional<Allowance> bytes;

  /**
   * A caller.
   *
   * @param valid whether its token is neither revoked nor expired, as far as this server knows
   */
  Caller(String name, TokenOptions options, BooleanSupplier valid) {
    long now = System.nanoTime();
    this.name = name;
    this.options = options;
    this.valid = valid;
    this.events = options.eventsPerSecond().map(rate -> new Allowance(rate, now));
    this.bytes = options.bytesPerSecond().map(rate -> new Allowance(rate, now));
  }

  /** The name of the token. */
  public String name() {
    return name;
  }

  /**
   * Whether his token is neither revoked nor expired. A request that lasts asks again and again,
   * and before it hands something out.
   */
  public boolean isValid() {
    return valid.getAsBoolean();
  }

  /** Whether he may do all. */
  boolean isAdmin() {
    return options.scopes().contains(Scope.ADMIN);
  }

  /** Whether he may use a thing so. */
  public boolean may(Resource resource, String thing, Action action) {
    for (Scope scope : options.scopes()) {
      if (scope.allows(resource, thing, action)) {
        return true;
      }
    }
    return false;
  }

  /** Whether he may use some thing of a kind so. */
  boolean mayAny(Resource resource, Action action) {
    return options.scopes().stream()
        .anyMatch(scope -> scope.allows(resource, scope.name(), action));
  }

  /**
   * Refuses the request unless he may use a thing so.
   *
   * @throws ProblemException if he may not
   */
  public void require(Resource resource, String thing, Action action) {
    if (!may(resource, thing, action)) {
      throw forbidden(resource + ":" + thing + ":" + action);
    }
  }

  /**
   * Refuses what has lasted until his token ended.
   *
   * @throws ProblemException if it has
   */
  public void requireValid() {
    if (!isValid()) {
      throw unknown();
    }
  }

  static ProblemException unknown() {
    return new ProblemException(
        ProblemCode.UNAUTHENTICATED,
        "authorization: an unknown token (expected: one that is not revoked and has not expired)");
  }

  /** The refusal of a request for which he lacks a scope. */
  public ProblemException forbidden(String scope) {
    return new ProblemException(
        ProblemCode.FORBIDDEN, "token " + name + ": lacks " + Shown.text(scope));
  }

  /**
   * Says why he may not send a message.
   *
   * @return a sentence, or nothing if he may
   */
  public Optional<String> refusal(NewMessage message) {
    String account = message.account().toString();
    Optional<String> from = message.from();
    if (!may(Resource.MESSAGES, account, Action.SEND)) {
      return Optional.of("token " + name + ": lacks messages:" + account + ":send");
    }
    List<String> senders = options.senders();
    return senders.isEmpty()
            || from.filter(each -> new AllowedSenders(senders).has(message.channel(), each))
                .isPresent()
        ? Optional.empty()
        : Optional.of(
            "from: "
                + from.map(Shown::text).orElse("absent")
                + " (expected: one that the token "
                + name
                + " may use: "
                + String.join(", ", senders)
                + ")");
  }

  /**
   * Counts events, outputs, messages, values or items that a request brings. One that brings none
   * need not wait.
   *
   * @throws ProblemException if he has sent more than his token allows, and must wait
   */
  public void takeEvents(long count) {
    take(events, count, "events_per_second", options.eventsPerSecond());
  }

  /**
   * Counts the bytes of a body, as it was sent.
   *
   * @throws ProblemException if he has sent more than his token allows, and must wait
   */
  public void takeBytes(long count) {
    take(bytes, count, "bytes_per_second", options.bytesPerSecond());
  }

  private void take(
      Optional<Allowance> allowance, long count, String option, Optional<? extends Number> rate) {
    long waitNanos =
        count == 0 ? 0 : allowance.map(each -> each.take(count, System.nanoTime())).orElse(0L);
    if (waitNanos > 0) {
      throw new ProblemException(
          new ProblemAnswer(
              ProblemCode.RATE_LIMITED,
              "token " + name + ": over its " + option + " of " + rate.orElseThrow(),
              Map.of(
                  ProblemAnswer.RETRY_AFTER_MILLIS, TimeUnit.NANOSECONDS.toMillis(waitNanos) + 1)));
    }
  }
}
