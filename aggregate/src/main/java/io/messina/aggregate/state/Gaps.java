package io.messina.aggregate.state;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The windows that may lack events, because the stream had dropped some before they were read.
 *
 * @param count how often that happened
 * @param spans of starts of windows, in their order; the last one may have no end, until the next
 *     event tells when the dropped ones were appended at the latest
 */
public record Gaps(long count, List<Span> spans) {

  /** All events were read so far. */
  public static final Gaps NONE = new Gaps(0, List.of());

  /** Beyond this, the two that are closest become one. */
  private static final int SPANS_MAX = 64;

  /** Takes a copy. */
  public Gaps {
    spans = List.copyOf(spans);
  }

  /**
   * Windows by their starts.
   *
   * @param fromMillis the first one
   * @param toMillis the first one behind the span; the highest long while that is not known
   */
  public record Span(long fromMillis, long toMillis) {

    private boolean isOpen() {
      return toMillis == Long.MAX_VALUE;
    }
  }

  /** Whether a window may lack events. */
  public boolean isIn(long startMillis) {
    for (Span span : spans) {
      if (span.fromMillis <= startMillis && startMillis < span.toMillis) {
        return true;
      }
    }
    return false;
  }

  /** Whether the end of the last gap is not known yet. */
  public boolean isOpen() {
    return !spans.isEmpty() && spans.getLast().isOpen();
  }

  /**
   * Adds a gap.
   *
   * @param fromMillis the start of the first window that the dropped events may have belonged to
   */
  public Gaps opened(long fromMillis) {
    if (isOpen()) {
      return this;
    }
    List<Span> all = new ArrayList<>(spans);
    all.add(new Span(fromMillis, Long.MAX_VALUE));
    return new Gaps(count + 1, merged(all));
  }

  /**
   * Ends the last gap.
   *
   * @param toMillis behind the start of the last window that the dropped events may have belonged
   *     to
   */
  public Gaps closed(long toMillis) {
    if (!isOpen()) {
      return this;
    }
    Span last = spans.getLast();
    List<Span> all = new ArrayList<>(spans.subList(0, spans.size() - 1));
    all.add(new Span(last.fromMillis, Math.max(last.fromMillis, toMillis)));
    return new Gaps(count, merged(all));
  }

  /**
   * Events were dropped before they could be sent on, and are counted at their source.
   *
   * @param windows that they may have belonged to
   */
  public Gaps with(Span windows) {
    List<Span> all = new ArrayList<>(spans);
    all.add(windows);
    return new Gaps(count, merged(all));
  }

  /**
   * Removes the windows that are dropped.
   *
   * @param startMillis of the first one that is kept
   */
  public Gaps keptFrom(long startMillis) {
    if (spans.isEmpty() || spans.getFirst().toMillis > startMillis) {
      return this;
    }
    return new Gaps(count, spans.stream().filter(each -> each.toMillis > startMillis).toList());
  }

  /** In their order, and none touching another. */
  private static List<Span> merged(List<Span> all) {
    List<Span> merged = new ArrayList<>();
    all.stream()
        .sorted((one, other) -> Long.compare(one.fromMillis, other.fromMillis))
        .forEach(
            span -> {
              if (merged.isEmpty() || merged.getLast().toMillis < span.fromMillis) {
                merged.add(span);
              } else {
                merge(merged, merged.size() - 1, span);
              }
            });
    while (merged.size() > SPANS_MAX) {
      int closest = closest(merged);
      merge(merged, closest, merged.remove(closest + 1));
    }
    return merged;
  }

  private static void merge(List<Span> merged, int at, Span next) {
    Span before = merged.get(at);
    merged.set(at, new Span(before.fromMillis, Math.max(before.toMillis, next.toMillis)));
  }

  private static int closest(List<Span> spans) {
    int closest = 0;
    for (int i = 1; i + 1 < spans.size(); i++) {
      if (distance(spans, i) < distance(spans, closest)) {
        closest = i;
      }
    }
    return closest;
  }

  private static long distance(List<Span> spans, int i) {
    return spans.get(i + 1).fromMillis - spans.get(i).toMillis;
  }

  int length() {
    return Long.BYTES + Short.BYTES + spans.size() * 2 * Long.BYTES;
  }

  void encode(ByteBuffer to) {
    to.putLong(count).putShort((short) spans.size());
    spans.forEach(span -> to.putLong(span.fromMillis).putLong(span.toMillis));
  }

  static Gaps decode(ByteBuffer from) {
    long count = from.getLong();
    List<Span> spans = new ArrayList<>();
    for (int left = from.getShort(); left > 0; left--) {
      spans.add(new Span(from.getLong(), from.getLong()));
    }
    return new Gaps(count, spans);
  }
}
