package io.messina.client.definition;

import io.messina.client.error.MessinaException;
import io.messina.client.internal.Call;
import io.messina.client.internal.Condition;
import io.messina.client.internal.JsonBodies;
import io.messina.client.internal.Paths;
import io.messina.client.internal.Transport;

/**
 * Something that a server has by a name and a definition. Methods wait for the answer and throw a
 * {@link MessinaException} if it is not good; an interrupted thread gets {@link
 * MessinaException.Unknown} and stays interrupted. Safe for use by many threads. Only this client
 * extends it.
 *
 * @param <O> the options by which it is made
 * @param <D> its definition, with a tag
 * @param <R> the definition, and how it goes on the node that answers
 */
public class DefinitionClient<O extends Record, D extends Record, R extends Record> {

  private final Place<D, R> place;
  private final Condition condition;

  /**
   * Where it is.
   *
   * @param transport sends the requests
   * @param all the path of all of its kind
   * @param name what it is called
   * @param definition the class of its definition
   * @param report the class of what is told of it
   * @param <D> its definition
   * @param <R> what is told of it
   */
  @SuppressWarnings("exports") // no application can name a Transport
  public record Place<D, R>(
      Transport transport, String all, Object name, Class<D> definition, Class<R> report) {

    /**
     * Its path.
     *
     * @return as requests have it
     */
    public String path() {
      return Paths.under(all, name);
    }
  }

  /**
   * A thing, there or not; applications ask {@link io.messina.client.MessinaClient} for it.
   *
   * @param place where it is
   */
  public DefinitionClient(Place<D, R> place) {
    this(place, Condition.NONE);
  }

  /**
   * The same, with what has to stand for it to be changed.
   *
   * @param place where it is
   * @param condition of changes
   */
  @SuppressWarnings("exports") // no application can name it
  protected DefinitionClient(Place<D, R> place, Condition condition) {
    this.place = place;
    this.condition = condition;
  }

  /**
   * Where it is: for what extends this.
   *
   * @return its place
   */
  protected final Place<D, R> place() {
    return place;
  }

  /**
   * What it is called.
   *
   * @return the name
   */
  public final String name() {
    return place.name().toString();
  }

  /**
   * The same, which {@link #create} and {@link #delete} leave alone if its definition has another
   * tag by now: they fail with {@link MessinaException.Refused} and the code {@code
   * precondition_failed}. They are tried again only if they were not begun.
   *
   * @param tag of the definition that was read
   * @return asks nothing of the server
   */
  public DefinitionClient<O, D, R> ifMatch(String tag) {
    return new DefinitionClient<>(place, Condition.tag(tag));
  }

  /**
   * The same, which {@link #create} leaves alone if it is there: it fails as {@link #ifMatch}
   * tells.
   *
   * @return asks nothing of the server
   */
  public DefinitionClient<O, D, R> ifAbsent() {
    return new DefinitionClient<>(place, Condition.ABSENT);
  }

  /**
   * Creates it, or changes it to these options.
   *
   * @param options what it is to be like
   * @return as it is now
   */
  public final D create(O options) {
    return place
        .transport()
        .send(condition.on(Call.put(place.path(), JsonBodies.record(options))), place.definition());
  }

  /**
   * What it is like, and how it goes on the node that answers.
   *
   * @return its definition, and more where there is more
   * @throws MessinaException.NotFound if it is not there
   */
  public final R get() {
    return place.transport().send(Call.get(place.path()), place.report());
  }

  /**
   * Ends it; what it has made is out of reach then. Tried again only if nothing was done, so that
   * one that was created anew meanwhile goes on.
   *
   * @throws MessinaException.NotFound if it is not there
   */
  public final void delete() {
    place.transport().sendForNothing(condition.on(Call.delete(place.path())));
  }
}
