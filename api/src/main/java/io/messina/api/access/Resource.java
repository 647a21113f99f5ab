package io.messina.api.access;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** A kind of things that a token may be for. */
public enum Resource {
  /** Streams, by name, with the shards they have. */
  STREAMS(Action.READ, Action.APPEND, Action.MANAGE),
  /** Groups, by {@code stream/group}. */
  GROUPS(Action.READ, Action.CONSUME, Action.MANAGE),
  /** Definitions of features, by {@code entity type/name}. */
  FEATURES(Action.READ, Action.MANAGE),
  /** Lists of features, by {@code entity type/name}. */
  LISTS(Action.READ, Action.WRITE),
  /** Values of features, by {@code entity type/name}. */
  VALUES(Action.READ, Action.WRITE),
  /** Feeds of features, by name. */
  FEEDS(Action.READ, Action.MANAGE),
  /** Enrichments and their states, by name. */
  ENRICHMENTS(Action.READ, Action.MANAGE),
  /** Sinks, by name. */
  SINKS(Action.READ, Action.MANAGE),
  /** Aggregates and their rows, by name. */
  AGGREGATES(Action.READ, Action.MANAGE),
  /** Messages, by account. */
  MESSAGES(Action.READ, Action.SEND, Action.MANAGE),
  /** Accounts with their templates, suppressions and usage, by name. */
  ACCOUNTS(Action.READ, Action.MANAGE),
  /** Connectors and routes to them, by name. */
  CONNECTORS(Action.READ, Action.MANAGE),
  /** The servers and their metrics; they have no name. */
  CLUSTER(Action.READ);

  private final Set<Action> actions;

  Resource(Action first, Action... others) {
    this.actions = Collections.unmodifiableSet(EnumSet.of(first, others));
  }

  /** The uses that it has. */
  public Set<Action> actions() {
    return actions;
  }

  /** The resource in a scope, as in {@code streams}. */
  @JsonValue
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
