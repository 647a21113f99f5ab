package io.messina.stream.ownership;

/** Whether a process may be a member. Asked once the others can see its row. */
@FunctionalInterface
public interface Admission {

  /**
   * Admits this process, or refuses it.
   *
   * @throws io.messina.store.StoreException with {@link
   *     io.messina.store.StoreException.Code#FORMAT_UNKNOWN} if it is refused, for good
   * @throws RuntimeException if that is not known yet: it is asked again
   */
  void check();
}
