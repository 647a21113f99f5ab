package io.messina.aggregate.rekey;

import io.messina.runtime.RequestException;
import io.messina.stream.ShardId;
import io.messina.stream.follow.ShardTask;
import io.messina.stream.owner.NotOwnerException;
import io.messina.stream.owner.OwnGroup;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A shard whose members are sent, over all of its ownerships in this process. */
final class ShardSender implements ShardTask.Beginning {

  private final SenderSite site;
  private final ShardId shard;
  private volatile @Nullable Begun begun;

  private record Begun(OwnGroup own, Sending sending) {

    /** The number of events that were not sent yet. */
    long lag() {
      try {
        return own.status().unfollowed();
      } catch (NotOwnerException | RequestException _) {
        return 0; // the shard has just been lost
      }
    }
  }

  ShardSender(SenderSite site, ShardId shard) {
    this.site = site;
    this.shard = shard;
  }

  /** A task that failed is begun again where the note says. */
  @Override
  public ShardTask begin(ShardId same, Supplier<OwnGroup> group, BooleanSupplier stopped) {
    OwnGroup own = group.get();
    Begun now = new Begun(own, new Sending(site, shard, own));
    begun = now;
    return now.sending;
  }

  /** Empty before it has begun. */
  Optional<MemberSender.Status> status() {
    return Optional.ofNullable(begun).map(this::status);
  }

  private MemberSender.Status status(Begun now) {
    SendNote note = now.sending.note();
    return new MemberSender.Status(
        note.ahead(),
        note.skipped(),
        note.gaps(),
        now.lag(),
        site.trouble()
            .failure(shard)
            .map(it -> String.valueOf(it.thrown().getMessage()))
            .or(site.trouble().guard()::trouble));
  }
}
