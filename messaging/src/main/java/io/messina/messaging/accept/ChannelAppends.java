package io.messina.messaging.accept;

import io.messina.api.ProblemCode;
import io.messina.api.ScheduleId;
import io.messina.api.message.Channel;
import io.messina.api.message.MessageEvent;
import io.messina.api.message.MessageEventKind;
import io.messina.messaging.Message;
import io.messina.messaging.MessageStreams;
import io.messina.messaging.accept.MessageKeyTable.Place;
import io.messina.runtime.Futures;
import io.messina.runtime.LogOnce;
import io.messina.runtime.RequestException;
import io.messina.runtime.RequestException.Refused.Reason;
import io.messina.stream.DelayedAddress;
import io.messina.stream.node.AppendResult;
import io.messina.stream.node.PartlyStoredException;
import io.messina.stream.node.Stream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts messages into the streams of their channels, tells that they are accepted, and answers. What
 * has to wait goes through the schedule of its stream.
 *
 * @param site what it works with
 */
record ChannelAppends(AcceptSite site) {

  private static final Logger LOG = LoggerFactory.getLogger(ChannelAppends.class);
  private static final LogOnce UNDOING = new LogOnce(LOG, "keys of what is refused stay in use");

  /** What is one append: the stream repeats one by itself if all of its events have keys. */
  private record Together(Channel channel, boolean keyed) {}

  /** A message that is in its stream, and what is to be told of it. */
  private record Stored(AskedMessage asked, boolean repeated, MessageEvent event) {}

  /** Answers each. */
  void append(List<AskedMessage> some) {
    Map<Together, List<AskedMessage>> atOnce = new LinkedHashMap<>();
    List<AskedMessage> singly = new ArrayList<>();
    for (AskedMessage asked : some) {
      if (asked.isResumed || asked.complete().decision().scheduled()) {
        singly.add(asked);
      } else {
        Together together = new Together(asked.wanted.channel(), asked.isKeyed());
        atOnce.computeIfAbsent(together, _ -> new ArrayList<>()).add(asked);
      }
    }
    List<Stored> stored = new ArrayList<>();
    atOnce.forEach((one, messages) -> stored.addAll(together(one.channel, messages)));
    stored.addAll(singly(singly));
    tell(stored);
  }

  /** Messages that cannot be there yet. */
  private List<Stored> together(Channel channel, List<AskedMessage> messages) {
    try {
      AppendResult all = Futures.join(begin(channel, messages));
      return messages.stream().map(asked -> stored(asked, all.duplicates() > 0)).toList();
    } catch (PartlyStoredException e) {
      return partly(messages, e);
    } catch (RequestException e) {
      return isKeyUsed(e) ? singly(messages) : failed(messages, e);
    }
  }

  private CompletableFuture<AppendResult> begin(Channel channel, List<AskedMessage> messages) {
    return stream(channel).appendLater(messages.stream().map(AskedMessage::event).toList());
  }

  private List<Stored> partly(List<AskedMessage> messages, PartlyStoredException thrown) {
    List<Stored> done = new ArrayList<>();
    List<AskedMessage> left = new ArrayList<>();
    for (int i = 0; i < messages.size(); i++) {
      if (thrown.stored().isStored(i)) {
        done.add(stored(messages.get(i), false));
      } else {
        left.add(messages.get(i));
      }
    }
    done.addAll(isKeyUsed(thrown.failure()) ? singly(left) : failed(left, thrown.failure()));
    return done;
  }

  private List<Stored> failed(List<AskedMessage> messages, RequestException why) {
    messages.forEach(asked -> undo(asked, why));
    return List.of();
  }

  private List<Stored> singly(List<AskedMessage> messages) {
    return messages.isEmpty()
        ? List.of()
        : site.scheduling().each(messages, this::alone).stream().flatMap(Optional::stream).toList();
  }

  private Optional<Stored> alone(AskedMessage asked) {
    try {
      return Optional.of(
          asked.complete().decision().scheduled() ? scheduled(asked) : appended(asked));
    } catch (RequestException e) {
      undo(asked, e);
      return Optional.empty();
    }
  }

  private Stored appended(AskedMessage asked) {
    AppendResult result = Futures.join(begin(asked.wanted.channel(), List.of(asked)));
    return stored(asked, result.duplicates() > 0);
  }

  /** The stream does not tell whether it was there. */
  private Stored scheduled(AskedMessage asked) {
    Draft draft = asked.complete();
    DelayedAddress id = stream(asked.wanted.channel()).schedule(asked.event(), draft.due());
    Stored stored = stored(asked, asked.isResumed);
    return draft.decision().due().isEmpty()
        ? stored
        : new Stored(
            asked, stored.repeated, stored.event.waiting(id.due(), new ScheduleId(id.toString())));
  }

  private Stored stored(AskedMessage asked, boolean repeated) {
    Draft draft = asked.complete();
    Message message = draft.message();
    return new Stored(
        asked, repeated, message.happened(MessageEventKind.ACCEPTED, draft.decision().since()));
  }

  private Stream stream(Channel channel) {
    return site.streams().stream(MessageStreams.of(channel));
  }

  private void tell(List<Stored> stored) {
    if (stored.isEmpty()) {
      return;
    }
    try {
      site.streams().tell(stored.stream().map(Stored::event).toList());
      stored.forEach(each -> each.asked.accepted(each.repeated));
    } catch (RequestException e) {
      NotAcceptedException unknown = NotAcceptedException.of(ProblemCode.UNKNOWN_OUTCOME, e);
      stored.forEach(each -> each.asked.refused(unknown));
    }
  }

  private static boolean isKeyUsed(RequestException thrown) {
    return thrown instanceof RequestException.Refused refused
        && refused.reason() == Reason.KEY_USED;
  }

  /**
   * Refuses what is certainly not stored, or not known to be. A decision that counts for nothing is
   * deleted: that of a message that is nowhere, and that of one that came second, as another node
   * was asked with the same key at the same moment; which of both was first, is known once this one
   * is gone.
   */
  private void undo(AskedMessage asked, RequestException why) {
    boolean isSecond = isKeyUsed(why);
    boolean isUnknown = why instanceof RequestException.Unknown;
    asked.refused(
        isSecond && asked.isKeyed() ? AcceptedPage.pending(asked.place.orElseThrow()) : why);
    if (!isUnknown && !asked.isResumed) {
      site.giveBack(asked.wanted);
    }
    boolean isOver = isSecond || (!isUnknown && !asked.isResumed);
    if (isOver && asked.isKeyed()) {
      var _ = UNDOING.attempt(() -> forget(asked, isSecond));
    }
  }

  /** One that came second counts for nothing, whoever has decided so. */
  private void forget(AskedMessage asked, boolean isSecond) {
    Place place = asked.place.orElseThrow();
    long timestampMicros = site.streams().nextTimestampMicros();
    if (isSecond) {
      MessageKeyTable.delete(site.store(), place, asked.complete().decision(), timestampMicros);
    } else {
      MessageKeyTable.delete(site.store(), place, asked.attempt, timestampMicros);
    }
  }
}
