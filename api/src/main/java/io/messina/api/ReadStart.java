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
   * Reads a start.
   *
   * @param text a position, or what {@link Start#parse} takes
   * @return the start
   * @throws IllegalArgumentException with a sentence, if it is anything else
   */
  static ReadStart parse(String text) {
    return Position.isOne(text) ? at(Position.parse(text)) : Start.parse(text);
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
