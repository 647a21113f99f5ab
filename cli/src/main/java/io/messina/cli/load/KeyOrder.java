package io.messina.cli.load;

import io.messina.cli.file.FileEntry;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonPointer;
import tools.jackson.core.JsonToken;
import tools.jackson.core.filter.FilteringParserDelegate;
import tools.jackson.core.filter.JsonPointerBasedFilter;
import tools.jackson.core.filter.TokenFilter.Inclusion;
import tools.jackson.databind.json.JsonMapper;

/** Which events keep their order: those of a key, as the stream finds it in them. */
final class KeyOrder {

  private final Optional<JsonPointer> pointer;

  /** Takes a JSON pointer, if the stream has one. */
  KeyOrder(Optional<String> pointer) {
    this.pointer = pointer.map(JsonPointer::compile);
  }

  /** The same for all events of a key; for those without, one after the other. */
  int of(FileEntry entry) {
    return pointer
        .flatMap(place -> key(entry, place))
        .map(String::hashCode)
        .orElseGet(() -> Long.hashCode(entry.number()));
  }

  /** The pointer, since another pointer would distribute events in another way. */
  String name() {
    return pointer.map(place -> Integer.toHexString(place.toString().hashCode())).orElse("-");
  }

  private static Optional<String> key(FileEntry entry, JsonPointer place) {
    try (JsonParser found =
        new FilteringParserDelegate(
            JsonMapper.shared().createParser(entry.payload().toBytes()),
            new JsonPointerBasedFilter(place),
            Inclusion.ONLY_INCLUDE_ALL,
            false)) {
      JsonToken token = found.nextToken();
      return token != null && token.isScalarValue()
          ? Optional.ofNullable(found.getValueAsString())
          : Optional.empty();
    } catch (JacksonException _) {
      // The server says what is wrong with it, and in which line.
      return Optional.empty();
    }
  }
}
