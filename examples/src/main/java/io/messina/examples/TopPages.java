package io.messina.examples;

import io.messina.aggregate.Aggregator;
import io.messina.aggregate.state.LocalState;
import io.messina.aggregate.state.ReadableState;
import io.messina.aggregate.window.Window;
import io.messina.store.Bytes;
import io.messina.stream.StoredEvent;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A user-written aggregate: the pages with the most visits of each window. It counts each page in
 * the local state of its shard, and picks the first ones when somebody asks. The stream is keyed by
 * page, so that all visits of a page are on one shard.
 */
final class TopPages implements Aggregator {

  private static final Bytes NO_GROUP = Bytes.utf8("");

  private final int limit;

  /** Shows so many pages of each window. */
  TopPages(int limit) {
    this.limit = limit;
  }

  private record Page(String name, long visits) {

    private static final Comparator<Page> BUSIEST_FIRST =
        Comparator.comparingLong(Page::visits).reversed().thenComparing(Page::name);

    static Page parse(String line) {
      int space = line.indexOf(' ');
      return new Page(line.substring(space + 1), Long.parseLong(line.substring(0, space)));
    }

    @Override
    public String toString() {
      return visits + " " + name;
    }
  }

  @Override
  public boolean add(Window window, StoredEvent event, LocalState state) {
    if (event.event().key().isEmpty()) {
      return false;
    }
    Bytes page = event.event().key().get();
    Bytes visits = state.get(window, page);
    state.put(window, page, count(visits == null ? 1 : count(visits) + 1));
    return true;
  }

  @Override
  public void rows(Window window, ReadableState state, BiConsumer<Bytes, Bytes> rows) {
    List<Page> pages = new ArrayList<>();
    state.range(
        window, NO_GROUP, (page, visits) -> pages.add(new Page(page.toUtf8(), count(visits))));
    if (!pages.isEmpty()) {
      rows.accept(NO_GROUP, first(pages.stream()));
    }
  }

  @Override
  public Bytes merge(Bytes one, Bytes other) {
    return first(Stream.concat(one.toUtf8().lines(), other.toUtf8().lines()).map(Page::parse));
  }

  @Override
  public Object result(Bytes part) {
    return part.toUtf8();
  }

  private Bytes first(Stream<Page> pages) {
    return Bytes.utf8(
        pages
            .sorted(Page.BUSIEST_FIRST)
            .limit(limit)
            .map(Page::toString)
            .collect(Collectors.joining("\n")));
  }

  private static long count(Bytes visits) {
    return visits.asByteBuffer().getLong();
  }

  private static Bytes count(long visits) {
    return Bytes.wrap(ByteBuffer.allocate(Long.BYTES).putLong(visits).array());
  }
}
