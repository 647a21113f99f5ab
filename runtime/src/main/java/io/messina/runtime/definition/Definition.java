package io.messina.runtime.definition;

import java.util.List;
import java.util.stream.Stream;

/**
 * One definition as it is stored in its row.
 *
 * @param name unique in its kind
 * @param generation the number of this creation of the name, from 1
 * @param deleted whether this creation is deleted
 * @param requests the ids of the requests that wrote the row last, newest first: they tell a
 *     request whose answer was lost that it was done, even if others have written since
 * @param json the definition
 */
public record Definition(
    String name, int generation, boolean deleted, List<String> requests, String json) {

  /** The number of requests that a row remembers. */
  static final int REQUESTS_MAX = 8;

  /**
   * The first creation of a name.
   *
   * @return generation 1
   */
  public static Definition first(String name, String json) {
    return new Definition(name, 1, false, List.of(), json);
  }

  /** The next creation of this name. */
  public Definition createdAgain(String otherJson) {
    return new Definition(name, Math.addExact(generation, 1), false, requests, otherJson);
  }

  /** The same creation with other JSON. */
  public Definition changed(String otherJson) {
    return new Definition(name, generation, deleted, requests, otherJson);
  }

  /** The same creation, deleted. */
  public Definition gone() {
    return new Definition(name, generation, true, requests, json);
  }

  /** The same creation, kept under another name. */
  public Definition renamed(String otherName) {
    return new Definition(otherName, generation, deleted, requests, json);
  }

  Definition writtenBy(String request) {
    List<String> newest =
        Stream.concat(Stream.of(request), requests.stream()).limit(REQUESTS_MAX).toList();
    return new Definition(name, generation, deleted, newest, json);
  }
}
