package io.messina.api;

import java.util.Locale;

/** The state of a member of a cluster, as another member sees its beats. */
public enum MemberState {
  /** It beats. */
  LIVING,
  /** It beats, and hands its shards over before it stops. */
  LEAVING,
  /** It was not seen to beat yet: it has just started, or it is dead. */
  UNKNOWN,
  /** It did not beat for a lease: the others take its shards. */
  DEAD;

  /** As JSON has it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
