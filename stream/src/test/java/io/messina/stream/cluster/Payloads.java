package io.messina.stream.cluster;

import io.messina.store.Bytes;
import io.messina.stream.Event;
import java.nio.charset.StandardCharsets;

/** What events say of themselves: a name that no other event has, and what it does to handlers. */
final class Payloads {

  private static final String FAILS = " fails";
  private static final String KILLS = " kills";

  /** What the names of events and streams hold that cannot be read again. */
  static final String ROTS = "-rots";

  private Payloads() {}

  /** A name for an event that no attempt can handle. */
  static String failing(String name) {
    return name + FAILS;
  }

  /** A name for an event that ends each process that handles it. */
  static String killing(String name) {
    return name + KILLS;
  }

  static boolean fails(String name) {
    return name.endsWith(FAILS);
  }

  static boolean kills(String name) {
    return name.endsWith(KILLS);
  }

  /** A name for an event that cannot be read again once it is written. */
  static String rotting(String name) {
    return name + ROTS;
  }

  static boolean rots(String name) {
    return name.endsWith(ROTS);
  }

  static boolean isPoison(String name) {
    return fails(name) || kills(name);
  }

  static Bytes bytes(String name) {
    return Bytes.utf8(name);
  }

  static String name(Event event) {
    return new String(event.payload().toArray(), StandardCharsets.UTF_8);
  }

  /** What a crowd's worker makes of an event. */
  static String output(Crowd crowd, String name) {
    return crowd + " of " + name;
  }
}
