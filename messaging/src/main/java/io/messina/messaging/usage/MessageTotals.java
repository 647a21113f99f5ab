package io.messina.messaging.usage;

import io.messina.aggregate.Aggregator;
import io.messina.aggregate.GroupRange;
import io.messina.aggregate.WindowOptions;
import io.messina.aggregate.state.LocalState;
import io.messina.aggregate.state.ReadableState;
import io.messina.aggregate.window.Window;
import io.messina.aggregate.window.Windows;
import io.messina.api.message.MessageEvent;
import io.messina.api.message.MessageEventKind;
import io.messina.api.message.MessageState;
import io.messina.messaging.MessageStreams;
import io.messina.store.Bytes;
import io.messina.stream.StoredEvent;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;

/**
 * Counts sent messages and the messages of each campaign by state. Beside the counts it keeps the
 * counted state of each message that was sent or belongs to a campaign, so that a repeated event
 * changes nothing. Keys:
 *
 * <pre>
 *   | 0 | UsageKey, or CampaignKey and state     a UsageCount
 *   | 1 | id of a message                        a CountedMessage
 * </pre>
 *
 * <p>The counted state of a message, and its part of the totals of its campaign, are in the window
 * of the first event that was read of it, so that they are dropped together. The search covers as
 * many windows as lie between a message and the last receipt for it; none of these can be about to
 * be dropped, as windows are kept for longer than that.
 */
final class MessageTotals implements Aggregator {

  static final Windows WINDOWS = Windows.tumbling(Duration.ofDays(120));

  /** A message can wait for a year, and receipts come for forty days then. */
  private static final int WINDOWS_BACK = 4;

  static final WindowOptions OPTIONS =
      new WindowOptions(WINDOWS, Duration.ofMinutes(1), Duration.ofDays(540), WindowOptions.AHEAD);

  private static final Bytes TALLIES = Bytes.wrap(new byte[] {0});
  private static final Bytes MESSAGES = Bytes.wrap(new byte[] {1});

  @Override
  public boolean add(Window window, StoredEvent stored, LocalState state) {
    Optional<MessageEvent> happened = MessageStreams.messageEvent(stored);
    happened.ifPresent(event -> add(window, day(stored), event, state));
    return happened.isPresent();
  }

  /** The day is in the window, also where the event says another one. */
  private static LocalDate day(StoredEvent stored) {
    Instant time = stored.event().time().orElse(stored.appendTime());
    return LocalDate.ofInstant(time, ZoneOffset.UTC);
  }

  private static void add(Window window, LocalDate day, MessageEvent event, LocalState state) {
    if (event.kind() != MessageEventKind.SENT && event.recipient().campaign().isEmpty()) {
      return;
    }
    Bytes key = join(MESSAGES, Bytes.utf8(event.message()));
    Window home = home(window, key, state);
    CountedMessage before = read(home, key, state);
    CountedMessage after = before.and(event);
    if (after.equals(before)) {
      return;
    }
    state.put(home, key, after.encode());
    if (after.sent().size() > before.sent().size()) {
      tally(window, UsageKey.of(day, event).group(), state).add(1, event.parts().parts().orElse(1));
    }
    event
        .recipient()
        .campaign()
        .filter(any -> !before.state().equals(after.state()))
        .ifPresent(
            campaign -> {
              before.state().ifPresent(was -> count(home, event, campaign, was, -1, state));
              after.state().ifPresent(is -> count(home, event, campaign, is, 1, state));
            });
  }

  private static void count(
      Window home,
      MessageEvent event,
      String campaign,
      MessageState of,
      int more,
      LocalState state) {
    Bytes group = new CampaignKey(event.recipient().account(), campaign).group(of);
    tally(home, group, state).add(more, 0);
  }

  private static UsageCount tally(Window window, Bytes group, LocalState state) {
    return state.open(window, join(TALLIES, group), UsageCount.TYPE);
  }

  /** Where the message is kept; this window if it is not yet. */
  private static Window home(Window window, Bytes key, LocalState state) {
    long size = window.endMillis() - window.startMillis();
    if (state.get(window, key) != null) {
      return window;
    }
    for (int i = -1; i <= WINDOWS_BACK; i++) {
      Window other = WINDOWS.at(window.startMillis() - i * size);
      if (i != 0 && state.get(other, key) != null) {
        return other;
      }
    }
    return window;
  }

  private static CountedMessage read(Window home, Bytes key, LocalState state) {
    Bytes known = state.get(home, key);
    return known == null ? CountedMessage.NONE : CountedMessage.decode(known);
  }

  private static Bytes join(Bytes prefix, Bytes rest) {
    byte[] key = new byte[prefix.length() + rest.length()];
    prefix.copyTo(key, 0);
    rest.copyTo(key, prefix.length());
    return Bytes.wrap(key);
  }

  @Override
  public void rows(Window window, ReadableState state, BiConsumer<Bytes, Bytes> rows) {
    rows(window, state, Bytes.EMPTY, rows);
  }

  @Override
  public void rows(
      Window window, ReadableState state, Bytes prefix, BiConsumer<Bytes, Bytes> rows) {
    state.range(
        window,
        join(TALLIES, prefix),
        (key, part) -> {
          rows.accept(group(key), part);
          return true;
        });
  }

  @Override
  public void rows(
      Window window, ReadableState state, GroupRange groups, BiPredicate<Bytes, Bytes> rows) {
    int[] left = {groups.max()};
    state.range(
        window,
        join(TALLIES, groups.prefix()),
        join(TALLIES, groups.first()),
        (key, part) -> rows.test(group(key), part) && --left[0] > 0);
  }

  private static Bytes group(Bytes key) {
    return Bytes.wrap(Arrays.copyOfRange(key.toArray(), TALLIES.length(), key.length()));
  }

  @Override
  public Bytes merge(Bytes one, Bytes other) {
    UsageCount sum = UsageCount.read(one);
    sum.add(UsageCount.read(other));
    return sum.write();
  }

  @Override
  public Object result(Bytes part) {
    return UsageCount.read(part).messages();
  }
}
