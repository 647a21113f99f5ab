package io.messina.aggregate.rekey;

import io.messina.runtime.RequestException;
import io.messina.stream.ShardId;
import io.messina.stream.follow.ShardTask;
import io.messina.stream.owner.EventPage;
import io.messina.stream.owner.NotOwnerException;
import io.messina.stream.owner.OwnGroup;
import java.time.Duration;

/**
 * Sends the members of one shard in its owner's process, during one ownership. What fails is begun
 * again where the note says.
 */
final class ShardSender implements ShardTask {

  private final OwnGroup own;
  private final Sending sending;
  private volatile SendNote shown;

  ShardSender(SenderSite site, ShardId shard, OwnGroup own) {
    this.own = own;
    this.sending = new Sending(site, shard, own);
    this.shown = sending.note();
  }

  @Override
  public EventPage read(Duration wait) {
    return sending.read(wait);
  }

  @Override
  public boolean handle(EventPage page) {
    sending.send(page);
    shown = sending.note();
    return true;
  }

  /** Of all that was sent. */
  SendNote note() {
    return shown;
  }

  /** How many events were not sent yet. */
  long lag() {
    try {
      return own.status().unfollowed();
    } catch (NotOwnerException | RequestException _) {
      return 0; // the shard has just been lost
    }
  }
}
