package io.messina.stream;

import java.time.Duration;

/**
 * How fast a consumer claims events: it asks before each claim, and waits where there is no room.
 * Safe for use by many threads.
 */
public interface ClaimPace {

  /** As fast as it goes. */
  ClaimPace FREE =
      new ClaimPace() {

        @Override
        public int take(int most) {
          return most;
        }

        @Override
        public void giveBack(int events) {}

        @Override
        public Duration untilRoom() {
          return Duration.ZERO;
        }
      };

  /**
   * Takes room for events that are about to be claimed.
   *
   * @param most how many at most, from 1
   * @return for how many, from 0
   */
  int take(int most);

  /**
   * Gives back room that is not needed, as there were fewer events.
   *
   * @param events how many, from 0
   */
  void giveBack(int events);

  /** Returns how long it takes, where there is no room, until it is worth asking again. */
  Duration untilRoom();
}
