package io.messina.cli.load;

import io.messina.cli.file.FileEntry;
import java.util.Optional;
import tools.jackson.core.JsonPointer;

/**
 * Determines the events that keep their order: the events of a key, as the stream finds it in them.
 */
final class KeyOrder {

  private final Optional<JsonPointer> pointer;

  /** Takes a JSON pointer, if the stream has one. */
  KeyOrder(Optional<String> pointer) {
    this.pointer = pointer.map(JsonPointer::compile);
  }

  /** The same for all events of a key; for those without, one after the other. */
  int of(FileEntry entry) {
    return pointer
        .flatMap(place -> Member.of(entry.payload().toBytes(), place))
        .filter(member -> member.token().isScalarValue())
        .map(member -> member.text().hashCode())
        .orElseGet(() -> Long.hashCode(entry.number()));
  }

  /** The pointer, since another pointer would distribute events in another way. */
  String name() {
    return pointer.map(place -> Integer.toHexString(place.toString().hashCode())).orElse("-");
  }
}
