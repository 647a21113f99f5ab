package io.messina.stream.catalog;

import java.util.List;
import java.util.stream.Stream;

/**
 * One definition as it stands in its row.
 *
 * @param name unique in its kind
 * @param generation which creation under this name it is, from 1
 * @param deleted whether this creation is there no more
 * @param requests the ids of the requests that wrote the row last, newest first: where a request
 *     that lost its answer finds out that it was done, also when others have written since
 * @param json what it says
 */
public record Definition(
    String name, int generation, boolean deleted, List<String> requests, String json) {

  /** How many requests a row remembers. */
  static final int REQUESTS_MAX = 8;

  /**
   * What nothing was called before.
   *
   * @param name unique in its kind
   * @param json what it says
   * @return generation 1
   */
  public static Definition first(String name, String json) {
    return new Definition(name, 1, false, List.of(), json);
  }

  /**
   * Another creation under this name.
   *
   * @param otherJson what it says
   * @return the next generation
   */
  public Definition createdAgain(String otherJson) {
    return new Definition(name, Math.addExact(generation, 1), false, requests, otherJson);
  }

  /**
   * The same creation, saying something else.
   *
   * @param otherJson what it says
   * @return the changed definition
   */
  public Definition changed(String otherJson) {
    return new Definition(name, generation, deleted, requests, otherJson);
  }

  /**
   * The same creation, deleted.
   *
   * @return what stays of it
   */
  public Definition gone() {
    return new Definition(name, generation, true, requests, json);
  }

  /** The same creation, kept under another name. */
  Definition renamed(String otherName) {
    return new Definition(otherName, generation, deleted, requests, json);
  }

  Definition writtenBy(String request) {
    List<String> newest =
        Stream.concat(Stream.of(request), requests.stream()).limit(REQUESTS_MAX).toList();
    return new Definition(name, generation, deleted, newest, json);
  }
}
