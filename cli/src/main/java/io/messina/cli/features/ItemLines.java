package io.messina.cli.features;

import io.messina.api.WireException;
import io.messina.api.feature.ItemLine;
import io.messina.api.feature.ValueType;
import io.messina.cli.file.BadInputException;
import io.messina.cli.file.FileEntry;
import io.messina.features.ValueCodec;

/**
 * The lines of an import, read as the server reads them.
 *
 * @param type the type of the feature's values
 */
record ItemLines(ValueType type) {

  /**
   * Reads one.
   *
   * @throws BadInputException with the line's number, if it is none
   */
  ItemLine read(FileEntry line) {
    try {
      ItemLine item = ItemLine.parse(line.payload().text());
      var _ = ValueCodec.pack(type, item.value());
      return item;
    } catch (WireException e) {
      throw new BadInputException("line " + line.number() + ": " + e.getMessage());
    }
  }
}
