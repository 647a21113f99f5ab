package io.messina.aggregate.rekey;

import io.messina.aggregate.Origin;
import io.messina.aggregate.state.SourceTime;
import io.messina.api.SourceBatch;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.EventBuilder;
import io.messina.stream.StoredEvent;
import io.messina.stream.owner.EventGuard;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The events that are sent of a stretch of a shard, the same each time.
 *
 * @param members to be sent
 * @param unfit events that have no member
 * @param after the note once they are sent, with the gaps as before
 */
record MemberBatch(List<Event> members, List<StoredEvent> unfit, SendNote after) {

  /**
   * Makes the batch of all events of a stretch.
   *
   * @param job takes the fields of events
   * @param source the number of the shard
   * @param before the note with the end of the stretch, which is the number of the batch
   * @param guard is told of events that cannot be read, which are unfit
   */
  static MemberBatch of(
      RekeyJob job, int source, SendNote before, List<StoredEvent> events, EventGuard guard) {
    SourceBatch number = new SourceBatch(job.id() + "/" + source, before.end());
    List<Event> members = new ArrayList<>(events.size());
    List<StoredEvent> unfit = new ArrayList<>();
    long watermark = before.watermarkMillis();
    long ahead = before.ahead();
    for (StoredEvent event : events) {
      Instant time = event.event().time().orElse(event.appendTime());
      if (isAhead(job, event, time)) {
        ahead++;
        continue;
      }
      watermark = Math.max(watermark, time.toEpochMilli());
      SourceTime reached = new SourceTime(event.id().position().packed() + 1, watermark, false);
      Origin.Sent origin = new Origin.Sent(source, reached);
      boolean isMember =
          guard
              .read(event, () -> member(job, origin, time, event))
              .flatMap(Function.identity())
              .map(member -> members.add(member.sourceBatch(number).build()))
              .isPresent();
      if (!isMember) {
        unfit.add(event);
      }
    }
    long skipped = before.skipped() + unfit.size();
    SendNote after =
        new SendNote(before.end(), before.end(), watermark, ahead, skipped, before.gaps());
    return new MemberBatch(members, unfit, after);
  }

  private static Optional<EventBuilder> member(
      RekeyJob job, Origin.Sent origin, Instant time, StoredEvent event) {
    Bytes group = job.group().apply(event);
    Bytes member = job.member().apply(event);
    return group == null || member == null
        ? Optional.empty()
        : Optional.of(MemberEvents.member(origin, time, group, member));
  }

  private static boolean isAhead(RekeyJob job, StoredEvent event, Instant time) {
    return time.toEpochMilli()
        > event.appendTime().toEpochMilli() + job.windows().ahead().toMillis();
  }

  /**
   * The same members without a number, so that each is stored, once more if it was: a number does
   * not stand for the same events any more once events of the stretch have expired.
   */
  List<Event> unnumbered() {
    return members.stream()
        .map(
            member ->
                Event.builder(member.payload())
                    .key(member.key().orElseThrow())
                    .time(member.time().orElseThrow())
                    .build())
        .toList();
  }
}
