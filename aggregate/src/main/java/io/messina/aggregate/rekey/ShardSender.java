package io.messina.aggregate.rekey;

import io.messina.runtime.Context;
import io.messina.runtime.ExponentialBackoff;
import io.messina.runtime.RequestException;
import io.messina.runtime.Site;
import io.messina.store.StoreException;
import io.messina.stream.ShardId;
import io.messina.stream.group.FollowerTurn;
import io.messina.stream.group.ShardFollower;
import io.messina.stream.node.PartlyStoredException;
import io.messina.stream.owner.EventPage;
import io.messina.stream.owner.NotOwnerException;
import io.messina.stream.owner.OwnGroup;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the members of one shard in its owner's process, during one ownership. What fails is begun
 * again where the note says, after longer and longer pauses, and it says why.
 */
final class ShardSender implements ShardFollower, Site {

  private static final Logger LOG = LoggerFactory.getLogger(ShardSender.class);
  private static final Duration WAIT = Duration.ofSeconds(1);
  private static final Duration PAUSE = Duration.ofMillis(200);
  private static final ExponentialBackoff BACKOFF =
      new ExponentialBackoff(Duration.ofMillis(100), Duration.ofMinutes(1), 0.2);

  private final SenderSite site;
  private final ShardId shard;
  private final Supplier<OwnGroup> group;
  private final FollowerTurn turn; // taken while anything is sent or committed
  private volatile boolean over;
  private volatile @Nullable String trouble;
  private volatile SendNote shown = SendNote.NONE;
  private int failures; // of the shard's thread only

  ShardSender(SenderSite site, ShardId shard, Supplier<OwnGroup> group) {
    this.site = site;
    this.shard = shard;
    this.group = group;
    this.turn = new FollowerTurn(site.time());
  }

  @Override
  public Context context() {
    return site.context();
  }

  @Override
  public void run() {
    try {
      while (!turn.isStopped()) {
        attempt();
      }
    } catch (NotOwnerException e) {
      LOG.debug("{}: members are sent again soon, if it is owned here", shard, e);
    }
    over = true;
    turn.pause(PAUSE);
  }

  private void attempt() {
    try {
      send();
    } catch (NotOwnerException e) {
      throw e;
    } catch (RequestException | PartlyStoredException | StoreException e) {
      trouble = e.getMessage();
      LOG.debug("{}: members are sent again soon", shard, e);
    } catch (RuntimeException | Error e) {
      trouble = e.toString();
      LOG.error("{}: members cannot be sent, it is tried again", shard, e);
    }
    if (trouble != null) {
      failures++;
      turn.pause(BACKOFF.after(failures, random()));
    }
  }

  /** Of the group of this ownership: what is begun now must not be committed by a later one. */
  private void send() {
    OwnGroup own = group.get();
    Sending sending = new Sending(site, shard, own);
    while (!turn.isStopped()) {
      EventPage page = sending.read(WAIT);
      try (var _ = turn.hold()) {
        if (!turn.isStopped()) {
          sending.send(page);
        }
      }
      shown = sending.note();
      failures = 0;
      trouble = null;
    }
  }

  @Override
  public void stop() {
    turn.stop();
  }

  @Override
  public void close() {
    turn.close();
  }

  /** Empty once the shard is not owned here any more. */
  Optional<MemberSender.Status> status() {
    if (turn.isStopped() || over) {
      return Optional.empty();
    }
    SendNote now = shown;
    return Optional.of(
        new MemberSender.Status(
            now.ahead(),
            now.skipped(),
            now.gaps(),
            lag(),
            Optional.ofNullable(trouble).or(site.guard()::trouble)));
  }

  private long lag() {
    try {
      return group.get().status().unfollowed();
    } catch (NotOwnerException | RequestException e) {
      return 0; // The shard has just been lost.
    }
  }
}
