package io.messina.runtime.definition;

import io.messina.runtime.Context;
import io.messina.runtime.FormatLevel;
import io.messina.runtime.RequestException;
import io.messina.store.StoreException;
import io.messina.store.StoreException.Code;
import io.messina.store.StoreUnavailableException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The level of formats of a store, as the store itself has it: a row that says {@code 1}, or {@code
 * 1 to 2 by 4f2a…} while somebody raises it.
 *
 * <p>A process that joins shows its newest level to the others first, and reads the row then.
 * Whoever raises the level says so in the row first, and looks at the others then. So one of both
 * finds the other: no process that knows less is there when the level has been raised. Safe for use
 * by many threads.
 */
public final class StoreFormat implements AutoCloseable {

  private static final String KIND = "format";
  private static final String LEVEL = "level";
  private static final Pattern TEXT =
      Pattern.compile("([1-9][0-9]{0,3})(?: to ([1-9][0-9]{0,3}) by ([0-9a-f]{16}))?");
  private static final Logger LOG = LoggerFactory.getLogger(StoreFormat.class);

  private final Context context;
  private final FormatLevel formats;
  private final WatchedDefinitions<Optional<Level>> rows;

  private StoreFormat(Context context) {
    this.context = context;
    this.formats = context.formats();
    this.rows = new WatchedDefinitions<>(KIND, context, StoreFormat::level);
  }

  /**
   * What the row says.
   *
   * @param written the level at which processes write
   * @param raising who wants to raise it
   */
  private record Level(int written, Optional<Raising> raising) {

    static Level of(int written) {
      return new Level(written, Optional.empty());
    }

    int highest() {
      return Math.max(written, raising.map(Raising::to).orElse(written));
    }

    boolean isRaisedBy(String request) {
      return raising.filter(each -> each.by().equals(request)).isPresent();
    }

    @Override
    public String toString() {
      return written + raising.map(each -> " to " + each.to() + " by " + each.by()).orElse("");
    }
  }

  private record Raising(int to, String by) {}

  private static Optional<Level> level(Definitions rows) {
    return rows.find(LEVEL).map(row -> parse(row.json()));
  }

  private static Level parse(String text) {
    Matcher found = TEXT.matcher(text);
    if (!found.matches()) {
      throw new StoreException(
          Code.FORMAT_UNKNOWN,
          "the store says \"" + text + "\" of its format (expected: a number such as 1)");
    }
    return new Level(
        Integer.parseInt(found.group(1)),
        Optional.ofNullable(found.group(2))
            .map(to -> new Raising(Integer.parseInt(to), found.group(3))));
  }

  /**
   * Makes the process write as the store says. A store that says nothing is a new one: it gets the
   * newest level.
   *
   * @param context of the process, whose level this raises; the store has the table {@link
   *     DefinitionTable#DEFINITIONS}
   * @return to be closed
   * @throws StoreException with {@link Code#FORMAT_UNKNOWN} if this build cannot read or cannot
   *     write what others do
   * @throws RequestException.Unavailable if the store does not answer
   * @throws RequestException.Unknown if the store was new, and did not answer in time
   */
  public static StoreFormat open(Context context) {
    StoreFormat format = new StoreFormat(context);
    if (format.read().isEmpty()) {
      format.change(level -> level);
    }
    format.check();
    format.rows.onChange(_ -> format.follow());
    if (format.written() < context.formats().newest()) {
      LOG.info(
          "The store is written in format {}, so that servers of the version before can read it;"
              + " this one knows format {}. When none of them is left: messina cluster"
              + " finish-upgrade",
          format.written(),
          context.formats().newest());
    }
    return format;
  }

  /**
   * Reads the level again, and follows it.
   *
   * @throws StoreException with {@link Code#FORMAT_UNKNOWN} if this build cannot read or cannot
   *     write what others do; with {@link Code#UNAVAILABLE} if that is being decided
   * @throws RequestException.Unavailable if the store does not answer
   */
  public void check() {
    Level level = read().orElseGet(() -> Level.of(formats.newest()));
    if (level.written() > formats.newest()) {
      throw new StoreException(
          Code.FORMAT_UNKNOWN,
          "the store has format %d, and %s: use a version that is as new as the one that wrote it"
              .formatted(level.written(), knows()));
    }
    if (level.highest() > formats.newest()) {
      throw new StoreUnavailableException(
          "the store is being raised from format %d to format %d, and %s: use the version of the other servers, or run messina cluster finish-upgrade again if it was broken off"
              .formatted(level.written(), level.highest(), knows()));
    }
    if (level.written() < formats.oldest()) {
      throw new StoreException(
          Code.FORMAT_UNKNOWN,
          "the store has format %d, and this version of Messina writes formats from %d on: run the version before it, and messina cluster finish-upgrade, first"
              .formatted(level.written(), formats.oldest()));
    }
    formats.raise(level.written());
  }

  private String knows() {
    return "this version of Messina knows formats up to " + formats.newest();
  }

  /** Follows the level from now on, on a separate thread. To be called once. */
  public void start() {
    rows.start();
  }

  /** Returns the level at which this process writes. */
  public int written() {
    return formats.get();
  }

  /**
   * Raises the level to the newest one of this build, if no process is there that knows less.
   * Returns when all processes that reach the store write at it, which takes two seconds.
   *
   * @param older names the processes that are there and do not know a level, for people; called
   *     after the row tells all that join
   * @return the level
   * @throws RequestException.Refused if there are some, with nothing changed
   * @throws RequestException.Unavailable if the store does not answer, or if somebody else does the
   *     same; it may be that processes that know less cannot join until a repeat succeeds
   * @throws RequestException.Unknown likewise
   */
  public int raise(IntFunction<List<String>> older) {
    int newest = formats.newest();
    String me = HexFormat.of().toHexDigits(context.random().nextLong());
    Level marked =
        change(
            level ->
                level.written() < newest
                    ? new Level(level.written(), Optional.of(new Raising(newest, me)))
                    : level);
    if (marked.isRaisedBy(me)) {
      Optional<RequestException> refusal = refusal(older, newest);
      int next = refusal.isPresent() ? marked.written() : newest;
      Level after = change(level -> level.isRaisedBy(me) ? Level.of(next) : level);
      if (refusal.isPresent()) {
        throw refusal.get();
      }
      if (after.written() < newest) {
        throw new RequestException.Unavailable(
            "format: raised by another request at the same time (expected: one; try again)");
      }
    }
    follow();
    rows.awaitCaches();
    return written();
  }

  /** If it is not known who is there, nothing is raised, as if some knew less. */
  private static Optional<RequestException> refusal(IntFunction<List<String>> older, int level) {
    try {
      List<String> found = older.apply(level);
      return found.isEmpty()
          ? Optional.empty()
          : Optional.of(
              new RequestException.Refused(
                  RequestException.Refused.Reason.CONFLICT,
                  "format: %d is unknown to %s (expected: only servers that know it; upgrade or stop the others)"
                      .formatted(level, String.join(", ", found))));
    } catch (StoreUnavailableException e) {
      return Optional.of(new RequestException.Unavailable("format: " + e.getMessage()));
    }
  }

  /** Makes a change, and returns what it says then. */
  private Level change(UnaryOperator<Level> decision) {
    return rows.change(
        all -> {
          Optional<Definition> row = all.find(LEVEL);
          Level now = row.map(each -> parse(each.json())).orElse(Level.of(formats.newest()));
          Level next = decision.apply(now);
          return row.isPresent() && next.equals(now)
              ? Change.none(next)
              : Change.of(
                  row.map(each -> each.changed(next.toString()))
                      .orElseGet(() -> Definition.first(LEVEL, next.toString())),
                  next);
        });
  }

  private Optional<Level> read() {
    return level(rows.read());
  }

  /** Levels that this build does not know are those of processes that have taken its place. */
  private void follow() {
    rows.view()
        .map(Level::written)
        .filter(level -> level >= formats.oldest() && level <= formats.newest())
        .ifPresent(formats::raise);
  }

  @Override
  public void close() {
    rows.close();
  }
}
