package io.messina.stream.ownership;

import io.messina.runtime.FencedSending;
import io.messina.store.FencedBatch;
import io.messina.store.Incarnation;
import java.time.Duration;

/** Other rules, and how often somebody was taken for dead by them. */
final class CountedDeaths extends Rules {

  private final Rules rules;
  private int deaths;

  CountedDeaths(Rules rules) {
    this.rules = rules;
  }

  int deaths() {
    return deaths;
  }

  @Override
  BeatClock beatClock(Duration lease) {
    return rules.beatClock(lease);
  }

  @Override
  MemberWatch memberWatch(Incarnation me, Duration lease) {
    return rules.memberWatch(me, lease);
  }

  @Override
  FencedSending sending(FencedBatch batch) {
    return rules.sending(batch);
  }

  @Override
  boolean mayTake(Former former) {
    deaths += former == Former.DEAD ? 1 : 0;
    return rules.mayTake(former);
  }
}
