package io.messina.messaging.node;

import io.messina.connectors.Connector;
import io.messina.connectors.OutgoingMessage;
import io.messina.connectors.RefusalScope;
import io.messina.connectors.RepeatPromise;
import io.messina.connectors.SendResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;

/** A provider with a book of what it has accepted, and a script for what it answers. */
final class Provider implements Connector {

  /** What it does with a message that it has not accepted before. */
  enum Script {
    ACCEPT,
    /** It accepts, and the answer is lost. */
    ACCEPT_AND_CUT,
    REFUSE,
    /** It wants no more at all. */
    GONE,
    FAIL,
    THROTTLE,
    /** It wants no more for an hour. */
    THROTTLE_LONG,
    /** It does not accept, and no answer comes. */
    CUT,
    /** No answer comes, and the request has said how receipts are to name the message. */
    CUT_NAMED,
    /** It takes the first two parts, and no answer comes to the third one. */
    TEAR,
    /** It takes the first part, and no answer comes to the second one. */
    TEAR_EARLY,
    /** Nobody is at the address. */
    BOUNCE,
    /** The recipient wants no more. */
    UNSUBSCRIBE,
    /** It accepts, and the process of the sender ends at that moment. */
    ACCEPT_AND_CRASH
  }

  private final Optional<RepeatPromise> repeats;
  private volatile BiFunction<OutgoingMessage, Integer, Script> script = (_, _) -> Script.ACCEPT;
  private volatile Runnable crash = () -> {};
  private final Map<String, AtomicInteger> asked = new ConcurrentHashMap<>();
  private final Map<String, String> keys = new ConcurrentHashMap<>();
  private final List<String> accepted = new CopyOnWriteArrayList<>();
  private final AtomicInteger ids = new AtomicInteger();

  Provider(Optional<RepeatPromise> repeats) {
    this.repeats = repeats;
  }

  /** By message, and how often it was asked for before. */
  void script(BiFunction<OutgoingMessage, Integer, Script> next) {
    script = next;
  }

  /** To end the process; or to throw what a connector is to throw. */
  void onCrash(Runnable action) {
    crash = action;
  }

  /** The ids of the messages that it has, as often as it has them. */
  List<String> accepted() {
    return new ArrayList<>(accepted);
  }

  int askedFor(String message) {
    return asked.getOrDefault(message, new AtomicInteger()).get();
  }

  @Override
  public SendResult send(OutgoingMessage message, Duration timeout) {
    int before = asked.computeIfAbsent(message.id(), _ -> new AtomicInteger()).getAndIncrement();
    return switch (script.apply(message, before)) {
      case ACCEPT -> new SendResult.Accepted(List.of(accept(message)), 1);
      case ACCEPT_AND_CUT -> {
        String _ = accept(message);
        yield new SendResult.Uncertain("no answer after all was sent");
      }
      case REFUSE -> new SendResult.Refused("550", "no such user");
      case GONE -> new SendResult.Refused("gone", "answered with status 410");
      case FAIL -> new SendResult.Failed("connect", "no connection");
      case THROTTLE -> new SendResult.Throttled(Optional.of(Duration.ofMillis(300)), "too much");
      case THROTTLE_LONG -> new SendResult.Throttled(Optional.of(Duration.ofHours(1)), "too much");
      case CUT -> new SendResult.Uncertain("no answer");
      case CUT_NAMED ->
          new SendResult.Uncertain("no answer", List.of(), Optional.of("own-" + message.id()));
      case TEAR ->
          new SendResult.Uncertain("torn", List.of(part(message.to(), 1), part(message.to(), 2)));
      case TEAR_EARLY -> new SendResult.Uncertain("torn", List.of(part(message.to(), 1)));
      case BOUNCE -> new SendResult.Refused("5.1.1", "no such user", RefusalScope.BOUNCED);
      case UNSUBSCRIBE -> new SendResult.Refused("21610", "STOP", RefusalScope.UNSUBSCRIBED);
      case ACCEPT_AND_CRASH -> {
        String _ = accept(message);
        crash.run();
        throw new IllegalStateException("the process is gone");
      }
    };
  }

  static String part(String to, int number) {
    return "part-" + number + "-to-" + to;
  }

  /** A message that it knows by its key is accepted once, if that is promised. */
  private String accept(OutgoingMessage message) {
    String fresh = "p" + ids.incrementAndGet();
    String id = repeats.isPresent() ? keys.computeIfAbsent(message.id(), _ -> fresh) : fresh;
    if (id.equals(fresh)) {
      accepted.add(message.id());
    }
    return id;
  }

  @Override
  public Optional<RepeatPromise> repeats() {
    return repeats;
  }

  @Override
  public void close() {}
}
