package io.messina.server.definition;

import io.messina.api.Defined;
import io.messina.runtime.definition.Created;
import io.messina.runtime.definition.Precondition;
import io.messina.runtime.job.Jobs;
import io.messina.server.http.Exchange;
import java.io.IOException;
import java.util.Collection;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Definitions with one name each, whose options a request sends whole.
 *
 * @param noun the variable of the path that has the name
 * @param names reads a name
 * @param <N> names
 * @param <O> options
 * @param <D> definitions
 */
public record NamedResources<N, O extends Record, D extends Record & Defined>(
    String noun,
    Function<String, N> names,
    Class<O> options,
    Put<N, O, D> put,
    Function<N, D> find,
    BiConsumer<N, Precondition> delete,
    Supplier<Collection<D>> all)
    implements Resources<D> {

  /** Creates a definition, or gives it other options. */
  public interface Put<N, O, D> {

    /** The present definition. */
    Created<D> put(N name, O options, Precondition precondition);
  }

  /** The definitions of jobs. */
  public static <O extends Record, D extends Record & Defined> Resources<D> of(
      String noun, Function<String, ?> names, Class<O> options, Jobs<O, D, ?> jobs) {
    return new NamedResources<>(
        noun,
        text -> names.apply(text).toString(),
        options,
        jobs::put,
        jobs::find,
        (name, precondition) -> {
          if (!jobs.delete(name, precondition)) {
            throw jobs.missing(name);
          }
        },
        () -> jobs.all().living().values());
  }

  @Override
  public Object checkName(String name) {
    return names.apply(name);
  }

  @Override
  public Created<D> put(Exchange exchange) throws IOException {
    return put.put(name(exchange), exchange.json().read(options), exchange.precondition());
  }

  @Override
  public D find(Exchange exchange) {
    return find.apply(name(exchange));
  }

  @Override
  public void delete(Exchange exchange) {
    delete.accept(name(exchange), exchange.precondition());
  }

  @Override
  public Collection<D> all(Exchange exchange) {
    return all.get();
  }

  private N name(Exchange exchange) {
    return names.apply(exchange.path(noun));
  }
}
