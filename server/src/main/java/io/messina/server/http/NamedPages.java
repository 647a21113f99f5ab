package io.messina.server.http;

import io.messina.api.Wire;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Lists of named definitions, from memory: page by page, in the order of the names. */
public final class NamedPages {

  private static final int LIMIT_MAX = 10_000;
  private static final int LIMIT_DEFAULT = 1_000;

  private NamedPages() {}

  /** Lets a request ask for one page. */
  public static Route of(Route route) {
    return route
        .query("limit", "How many at most, from 1 to 10000; 1000 where absent.")
        .query("after", "What the page before gave as next.");
  }

  /**
   * Answers with a page.
   *
   * @param all in any order
   * @param parse reads a name, or throws {@link IllegalArgumentException} with a sentence
   */
  public static <T> void send(
      Exchange exchange,
      String field,
      Collection<T> all,
      Function<String, ?> parse,
      Function<? super T, String> name,
      Function<? super T, ? extends Record> shown) {
    int limit = exchange.query("limit", 1, LIMIT_MAX).orElse(LIMIT_DEFAULT);
    Optional<String> after = exchange.query("after", text -> checked(text, parse));
    List<T> rest =
        all.stream()
            .filter(each -> after.isEmpty() || name.apply(each).compareTo(after.get()) > 0)
            .sorted(Comparator.comparing(name))
            .toList();
    List<T> page = rest.subList(0, Math.min(limit, rest.size()));
    exchange.sendLargeJson(
        200,
        json -> {
          json.writeStartObject();
          json.writeArrayPropertyStart(field);
          page.forEach(each -> Wire.write(json, shown.apply(each)));
          json.writeEndArray();
          if (page.size() < rest.size()) {
            json.writeStringProperty("next", name.apply(page.getLast()));
          }
          json.writeEndObject();
        });
  }

  private static String checked(String name, Function<String, ?> parse) {
    Object _ = parse.apply(name);
    return name;
  }
}
