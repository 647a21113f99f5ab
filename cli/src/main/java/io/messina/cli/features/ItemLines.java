package io.messina.cli.features;

import io.messina.cli.file.BadInputException;
import io.messina.cli.file.Entry;
import io.messina.client.FeatureValue;
import io.messina.client.ItemLine;
import io.messina.client.ValueType;
import io.messina.features.FeatureException;
import io.messina.features.ValueJson;

/** The lines of an import, read as the server reads them. */
final class ItemLines {

  private final io.messina.features.ValueType type;

  /** Of a feature whose values are of a type. */
  ItemLines(ValueType type) {
    this.type = io.messina.features.ValueType.valueOf(type.name());
  }

  /**
   * Reads one.
   *
   * @throws BadInputException with the line's number, where it is none
   */
  ItemLine read(Entry line) {
    try {
      var read = io.messina.features.list.ItemLine.read(type, line.payload().text());
      return ItemLine.of(
          read.entity().text(),
          FeatureValue.json(ValueJson.write(read.item().value()).toString()),
          read.item().time());
    } catch (FeatureException.Refused e) {
      throw new BadInputException("line " + line.number() + ": " + e.getMessage());
    }
  }
}
