package io.messina.client.definition;

import io.messina.client.error.MessinaException;
import io.messina.client.internal.Call;
import io.messina.client.internal.Call.Repeat;
import io.messina.client.internal.Condition;
import io.messina.client.internal.JsonBodies;
import io.messina.client.internal.Paths;
import io.messina.client.internal.Transport;
import java.util.List;

/**
 * Something that a server has by a name and a definition. Methods wait for the answer and throw a
 * {@link MessinaException} if it is not good; an interrupted thread gets {@link
 * MessinaException.Unknown} and stays interrupted. Safe for use by many threads. Only this client
 * extends it.
 *
 * @param <O> the options by which it is made
 * @param <D> its definition, with a tag
 * @param <R> the definition, with its progress on all nodes
 */
public class DefinitionClient<O extends Record, D extends Record, R extends Record> {

  private final Place<D, R> place;
  private final Condition condition;

  /**
   * Where it is.
   *
   * @param transport sends the requests
   * @param all the path of all of its kind
   * @param name its name
   * @param definition the class of its definition
   * @param report the class of its report
   * @param <D> its definition
   * @param <R> its report
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
   * Makes a client for a definition, which need not exist yet; applications ask {@code
   * MessinaClient} for it.
   *
   * @param place where it is
   */
  public DefinitionClient(Place<D, R> place) {
    this(place, Condition.NONE);
  }

  private DefinitionClient(Place<D, R> place, Condition condition) {
    this.place = place;
    this.condition = condition;
  }

  /**
   * Returns the place; for subclasses.
   *
   * @return its place
   */
  protected final Place<D, R> place() {
    return place;
  }

  /**
   * Returns the path of something that belongs to it; for subclasses.
   *
   * @param kind the first part of the path
   * @param parts the others
   * @return as requests have it
   */
  protected final String under(String kind, Object... parts) {
    return Paths.under(place.path() + "/" + kind, parts);
  }

  /**
   * Reads something that belongs to it; for subclasses.
   *
   * @param path of the request
   * @param answer the class of the answer
   * @param <T> the answer
   * @return the answer
   */
  protected final <T> T read(String path, Class<T> answer) {
    return place.transport().send(Call.get(path), answer);
  }

  /**
   * Reads a list that belongs to it, page by page; for subclasses.
   *
   * @param kind the last part of the path, and the field of the list
   * @param each the class of its elements
   * @param <T> an element
   * @return all elements
   */
  protected final <T> List<T> list(String kind, Class<T> each) {
    return place.transport().list(under(kind), kind, each);
  }

  /**
   * Sends a record; for subclasses.
   *
   * @param kind the path below the definition
   * @param body the record
   * @param repeat when it may be sent again
   * @param answer the class of the answer
   * @param <T> the answer
   * @return the answer
   */
  @SuppressWarnings("exports") // no application can name a Repeat
  protected final <T> T post(String kind, Record body, Repeat repeat, Class<T> answer) {
    return place.transport().send(Call.post(under(kind), JsonBodies.record(body), repeat), answer);
  }

  /**
   * Returns its name.
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
   * @return a client; no request is sent
   */
  public final DefinitionClient<O, D, R> ifMatch(String tag) {
    return new DefinitionClient<>(place, Condition.tag(tag));
  }

  /**
   * Returns a client whose {@link #create} leaves an existing definition alone: it then fails as
   * {@link #ifMatch} describes.
   *
   * @return a client; no request is sent
   */
  public final DefinitionClient<O, D, R> ifAbsent() {
    return new DefinitionClient<>(place, Condition.ABSENT);
  }

  /**
   * Creates it, or changes it to these options.
   *
   * @param options the options that it shall have
   * @return as it is now
   */
  public final D create(O options) {
    return place
        .transport()
        .send(condition.on(Call.put(place.path(), JsonBodies.record(options))), place.definition());
  }

  /**
   * Reads its definition, with its progress on all nodes.
   *
   * @return its definition, and more where there is more
   * @throws MessinaException.NotFound if it does not exist
   */
  public final R get() {
    return place.transport().send(Call.get(place.path()), place.report());
  }

  /**
   * Deletes it; its results can no longer be read. Tried again only if nothing was done, so that a
   * new one of the same name, created between two attempts, is not deleted.
   *
   * @throws MessinaException.NotFound if it does not exist
   */
  public final void delete() {
    place.transport().sendForNothing(condition.on(Call.delete(place.path())));
  }
}
