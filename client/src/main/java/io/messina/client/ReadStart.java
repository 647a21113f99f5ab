package io.messina.client;

import io.messina.api.Position;

/** Where reading a shard begins: as a group may, or at a position. */
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
   * As the API writes it.
   *
   * @return a word, a time or a position
   */
  String text();

  /**
   * At a position.
   *
   * @param position the first that is read, if it is there
   */
  record At(Position position) implements ReadStart {

    @Override
    public String text() {
      return position.toString();
    }
  }
}
