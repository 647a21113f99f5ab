package io.messina.server.definition;

import io.messina.api.Defined;
import io.messina.runtime.definition.Created;
import io.messina.server.http.Exchange;
import java.io.IOException;
import java.util.Collection;

/**
 * The definitions of one kind, as requests ask for them. An exception of a method becomes the
 * answer.
 *
 * @param <D> definitions
 */
public interface Resources<D extends Record & Defined> {

  /**
   * Changes some options of an existing one, where a kind allows that.
   *
   * @param <D> definitions
   */
  @FunctionalInterface
  interface Change<D> {

    /** The changed definition. */
    D change(Exchange exchange) throws IOException;
  }

  /** All that a request may see, in any order. */
  Collection<D> all(Exchange exchange);

  /** Checks a name, as the next of a page has it. */
  Object checkName(String name);

  /** Creates one, or gives it other options. */
  Created<D> put(Exchange exchange) throws IOException;

  /** The one that a request names. */
  D find(Exchange exchange);

  /** Deletes an existing one. */
  void delete(Exchange exchange) throws IOException;
}
