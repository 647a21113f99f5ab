package io.messina.messaging.accept;

import io.messina.api.ProblemCode;
import io.messina.api.ScheduleId;
import io.messina.api.message.Channel;
import io.messina.api.message.MessageEvent;
import io.messina.api.message.MessageEventKind;
import io.messina.messaging.Message;
import io.messina.messaging.MessageStreams;
import io.messina.messaging.accept.MessageKeyTable.AccountKey;
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
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Appends messages to the streams of their channels, publishes that they are accepted, and answers.
 * A message that has to wait is scheduled in its stream.
 */
record ChannelAppends(AcceptServices services) {

  private static final Logger LOG = LoggerFactory.getLogger(ChannelAppends.class);
  private static final LogOnce UNDOING = new LogOnce(LOG, "keys of what is refused stay in use");

  /**
   * Messages that one append takes: the stream repeats an append by itself if all of its events
   * have keys.
   */
  private record AppendGroup(Channel channel, boolean keyed) {}

  /** A message that is in its stream, and the event to publish. */
  private record Stored(MessageRequest request, boolean repeated, MessageEvent event) {}

  /** Answers each. */
  void append(List<MessageRequest> some) {
    Map<AppendGroup, List<MessageRequest>> atOnce = new LinkedHashMap<>();
    List<MessageRequest> singly = new ArrayList<>();
    for (MessageRequest request : some) {
      if (request.isResumed || request.complete().decision().scheduled()) {
        singly.add(request);
      } else {
        AppendGroup together = new AppendGroup(request.wanted.channel(), request.isKeyed());
        atOnce.computeIfAbsent(together, _ -> new ArrayList<>()).add(request);
      }
    }
    List<Stored> stored = new ArrayList<>();
    atOnce.forEach((one, messages) -> stored.addAll(together(one.channel, messages)));
    stored.addAll(singly(singly));
    publish(stored);
  }

  /** Appends messages that are in no stream yet. */
  private List<Stored> together(Channel channel, List<MessageRequest> messages) {
    try {
      AppendResult all = Futures.join(begin(channel, messages));
      List<Boolean> repeated = all.duplicates() > 0 ? all.areDuplicates() : List.of();
      return IntStream.range(0, messages.size())
          .mapToObj(i -> stored(messages.get(i), !repeated.isEmpty() && repeated.get(i)))
          .toList();
    } catch (PartlyStoredException e) {
      return partly(messages, e);
    } catch (RequestException e) {
      return isKeyUsed(e) ? singly(messages) : failed(messages, e);
    }
  }

  private CompletableFuture<AppendResult> begin(Channel channel, List<MessageRequest> messages) {
    return stream(channel).appendLater(messages.stream().map(MessageRequest::event).toList());
  }

  private List<Stored> partly(List<MessageRequest> messages, PartlyStoredException thrown) {
    List<Stored> done = new ArrayList<>();
    List<MessageRequest> left = new ArrayList<>();
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

  private List<Stored> failed(List<MessageRequest> messages, RequestException why) {
    messages.forEach(request -> undo(request, why));
    return List.of();
  }

  private List<Stored> singly(List<MessageRequest> messages) {
    return messages.isEmpty()
        ? List.of()
        : services.scheduling().each(messages, this::single).stream()
            .flatMap(Optional::stream)
            .toList();
  }

  private Optional<Stored> single(MessageRequest request) {
    try {
      return Optional.of(
          request.complete().decision().scheduled() ? scheduled(request) : appended(request));
    } catch (RequestException e) {
      undo(request, e);
      return Optional.empty();
    }
  }

  private Stored appended(MessageRequest request) {
    AppendResult result = Futures.join(begin(request.wanted.channel(), List.of(request)));
    return stored(request, result.duplicates() > 0);
  }

  /** Schedules a message. The stream does not tell whether it was scheduled before. */
  private Stored scheduled(MessageRequest request) {
    Draft draft = request.complete();
    DelayedAddress id = stream(request.wanted.channel()).schedule(request.event(), draft.due());
    Stored stored = stored(request, request.isResumed);
    return draft.decision().due().isEmpty()
        ? stored
        : new Stored(
            request,
            stored.repeated,
            stored.event.waiting(id.due(), new ScheduleId(id.toString())));
  }

  /**
   * A message that is in its stream. If another node was given it with the same key at the same
   * moment, that one has taken its quota.
   */
  private Stored stored(MessageRequest request, boolean repeated) {
    if (repeated && !request.isResumed) {
      services.giveBack(request.wanted);
    }
    Draft draft = request.complete();
    Message message = draft.message();
    return new Stored(
        request, repeated, message.event(MessageEventKind.ACCEPTED, draft.decision().since()));
  }

  private Stream stream(Channel channel) {
    return services.streams().stream(MessageStreams.ofChannel(channel));
  }

  private void publish(List<Stored> stored) {
    if (stored.isEmpty()) {
      return;
    }
    try {
      services.streams().publish(stored.stream().map(Stored::event).toList());
      stored.forEach(each -> each.request.accepted(each.repeated));
    } catch (RequestException e) {
      NotAcceptedException unknown = NotAcceptedException.of(ProblemCode.UNKNOWN_OUTCOME, e);
      stored.forEach(each -> each.request.refused(unknown));
    }
  }

  private static boolean isKeyUsed(RequestException thrown) {
    return thrown instanceof RequestException.Refused refused
        && refused.reason() == Reason.KEY_USED;
  }

  /**
   * Refuses a message that is certainly not stored, or may not be stored. A decision without effect
   * is deleted: that of a message that is in no stream, and that of the second of two messages that
   * two nodes were given with the same key at the same moment; once it is deleted, the first one is
   * known.
   */
  private void undo(MessageRequest request, RequestException why) {
    boolean isSecond = isKeyUsed(why);
    boolean isUnknown = why instanceof RequestException.Unknown;
    request.refused(
        isSecond && request.isKeyed()
            ? AcceptanceBatch.pending(request.accountKey.orElseThrow())
            : why);
    if (!isUnknown && !request.isResumed) {
      services.giveBack(request.wanted);
    }
    boolean isOver = isSecond || (!isUnknown && !request.isResumed);
    if (isOver && request.isKeyed()) {
      var _ = UNDOING.attempt(() -> forget(request, isSecond));
    }
  }

  /**
   * Deletes a decision. The decision of a second message has no effect, so all rows with it are
   * deleted.
   */
  private void forget(MessageRequest request, boolean isSecond) {
    AccountKey accountKey = request.accountKey.orElseThrow();
    long timestampMicros = services.streams().nextTimestampMicros();
    if (isSecond) {
      MessageKeyTable.delete(
          services.context().store(), accountKey, request.complete().decision(), timestampMicros);
    } else {
      MessageKeyTable.delete(
          services.context().store(), accountKey, request.attempt, timestampMicros);
    }
  }
}
