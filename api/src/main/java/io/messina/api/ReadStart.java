package io.messina.api;

/**
 * Where reading a shard begins: as a group may, or at a position. Its text is what requests have.
 */
public sealed interface ReadStart permits Start, ReadStart.At {

  /**
   * At a position.
   *
   * @param position the first that is read, if it is there
   * @return the start
   */
  static ReadStart at(Position position) {
    return new At(position);
  }

  /**
   * At a position.
   *
   * @param position the first that is read, if it is there
   */
  record At(Position position) implements ReadStart {

    @Override
    public String toString() {
      return position.toString();
    }
  }
}
