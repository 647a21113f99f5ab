package io.messina.api;

/**
 * Where reading a shard begins: a {@link Start}, or a position. Its text is the form in requests.
 */
public sealed interface ReadStart permits Start, ReadStart.At {

  /**
   * At a position.
   *
   * @param position the first that is read, if it exists
   */
  static ReadStart at(Position position) {
    return new At(position);
  }

  /**
   * Reads a start.
   *
   * @param text a position, or a text for {@link Start#parse}
   */
  static ReadStart parse(String text) {
    return Position.isOne(text) ? at(Position.parse(text)) : Start.parse(text);
  }

  /**
   * At a position.
   *
   * @param position the first that is read, if it exists
   */
  record At(Position position) implements ReadStart {

    @Override
    public String toString() {
      return position.toString();
    }
  }
}
