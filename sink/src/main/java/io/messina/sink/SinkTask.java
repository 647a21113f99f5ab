package io.messina.sink;

import io.messina.api.DeathCause;
import io.messina.api.Durations;
import io.messina.api.Position;
import io.messina.runtime.UninterruptibleSleep;
import io.messina.stream.ShardId;
import io.messina.stream.StoredEvent;
import io.messina.stream.follow.JobDeadLetters.Letter;
import io.messina.stream.follow.ShardTask;
import io.messina.stream.owner.Commit;
import io.messina.stream.owner.EventGuard;
import io.messina.stream.owner.EventPage;
import io.messina.stream.owner.OwnGroup;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Posts the events of one shard, one batch at a time. A batch that is not taken is posted again
 * after a pause; one that is refused is halved until it is one event, which is set aside. It waits
 * between the calls of its loop, so that the next owner of the shard does not have to wait for it.
 */
final class SinkTask implements ShardTask {

  private final SinkSite site;
  private final ShardId shard;
  private final OwnGroup own;
  private final Deque<Batch> due = new ArrayDeque<>();
  private Commit done;
  private Position behindDue = Position.START;
  private int failures;
  private long notBeforeNanos;

  SinkTask(SinkSite site, ShardId shard, OwnGroup own) {
    this.site = site;
    this.shard = shard;
    this.own = own;
    this.done = own.committed();
    this.notBeforeNanos = site.context().time().nanoTime();
    var _ = site.letters().takeOver(shard.number(), done.position(), own::nextTimestampMicros);
  }

  @Override
  public EventPage read(Duration wait) {
    Duration left = pause();
    if (left.isPositive()) {
      UninterruptibleSleep.sleep(site.context().time(), left.compareTo(wait) < 0 ? left : wait);
    }
    return due.isEmpty() && !left.isPositive()
        ? own.readAfter(done, site.batchMax(), wait)
        : new EventPage(List.of(), done.position(), done.run(), List.of());
  }

  @Override
  public boolean handle(EventPage page) {
    if (!page.run().equals(done.run()) || !own.committed().run().equals(done.run())) {
      return false;
    }
    if (due.isEmpty()) {
      take(page);
    }
    if (due.isEmpty()) {
      commit(page.next());
    } else if (!pause().isPositive()) {
      post(due.removeFirst());
    }
    return true;
  }

  private Duration pause() {
    return Duration.ofNanos(notBeforeNanos - site.context().time().nanoTime());
  }

  private void pauseFor(Duration wait) {
    notBeforeNanos = site.context().time().nanoTime() + wait.toNanos();
  }

  /** As many events as fit in a request; the others are read again, so that few are in memory. */
  private void take(EventPage page) {
    List<WrittenEvent> batch = new ArrayList<>();
    long bytes = 0;
    behindDue = page.next();
    for (StoredEvent event : page.events()) {
      Optional<WrittenEvent> written = written(event);
      bytes += written.map(it -> it.json().length + 1).orElse(0);
      if (bytes > site.pace().batchBytes() && !batch.isEmpty()) {
        behindDue = event.id().position();
        break;
      }
      written.ifPresent(batch::add);
    }
    if (!batch.isEmpty()) {
      due.add(new Batch(shard, batch, 0));
    }
  }

  private Optional<WrittenEvent> written(StoredEvent event) {
    try {
      return Optional.of(site.written(event));
    } catch (Throwable failure) {
      if (!EventGuard.isOfEvent(failure)) {
        throw failure;
      }
      setAside(event, "it cannot be written: " + failure, 0);
      return Optional.empty();
    }
  }

  private void post(Batch batch) {
    PostResult result = site.poster().post(batch);
    pauseFor(site.pauseAfter(batch.events().size()));
    switch (result) {
      case PostResult.Taken _ -> taken(batch);
      case PostResult.Again again -> again(batch.again(), again);
      case PostResult.Refused refused -> refused(batch.again(), refused.reason());
    }
  }

  private void taken(Batch batch) {
    site.tally().taken(batch.events().size());
    finished(batch);
  }

  private void again(Batch batch, PostResult.Again why) {
    due.addFirst(batch);
    failures++;
    site.tally().failed();
    Duration wait = why.pause().orElseGet(() -> site.backoff(failures));
    pauseFor(wait);
    site.tally()
        .waits(
            shard,
            "%s; failures in a row: %d, posted again after %s"
                .formatted(
                    why.reason(), failures, Durations.format(wait.truncatedTo(ChronoUnit.MILLIS))));
  }

  private void refused(Batch batch, String reason) {
    site.tally().failed();
    if (batch.events().size() > 1) {
      due.addFirst(batch.secondHalf());
      due.addFirst(batch.firstHalf());
      return;
    }
    setAside(batch.events().getFirst().stored(), reason, batch.attempts());
    finished(batch);
  }

  private void setAside(StoredEvent event, String reason, int attempts) {
    site.letters()
        .put(
            new Letter(
                event,
                DeathCause.REJECTED,
                Optional.empty(),
                attempts,
                reason,
                site.context().time().wall().instant()),
            own.nextTimestampMicros());
    site.tally().died();
  }

  private void finished(Batch batch) {
    failures = 0;
    site.tally().goesOn(shard);
    commit(due.isEmpty() ? behindDue : batch.last().position().next());
  }

  private void commit(Position behind) {
    if (!behind.equals(done.position())) {
      Commit next = new Commit(behind, done.run());
      own.commitLater(next);
      done = next;
    }
  }

  @Override
  public void close() {
    site.tally().goesOn(shard);
  }
}
