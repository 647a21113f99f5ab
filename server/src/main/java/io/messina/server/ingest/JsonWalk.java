package io.messina.server.ingest;

import io.messina.api.Shown;
import io.messina.api.StrictJson;
import io.messina.stream.json.JsonText;
import io.messina.stream.json.StrictUtf8;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamReadException;

/**
 * Walks once through one JSON value, checks that it is one and nothing follows, and notes the
 * scalars at the places of a tree. For one thread; used again for the next value.
 */
final class JsonWalk implements AutoCloseable {

  private final PointerTree tree;
  private final @Nullable String[] values;
  private final @Nullable JsonToken[] tokens;
  private @Nullable JsonParser lines;
  private byte @Nullable [] linesOf;
  private int linesFrom;
  private boolean isUneven;

  JsonWalk(PointerTree tree, int slots) {
    this.tree = tree;
    this.values = new String[slots];
    this.tokens = new JsonToken[slots];
  }

  /** The value of a slot; {@code null} if it has none. */
  @Nullable JsonToken token(int slot) {
    return tokens[slot];
  }

  /** The text of the scalar of a slot; numbers as they were written. */
  String value(int slot) {
    return String.valueOf(values[slot]);
  }

  /** Walks through a value; those of one array in their order. */
  void walk(byte[] bytes, int from, int to) {
    if (!StrictUtf8.isValid(bytes, from, to)) {
      throw Refusal.malformed("not UTF-8");
    }
    if (!walkOn(bytes, from, to)) {
      walkAlone(bytes, from, to);
    }
  }

  /**
   * Walks with the parser of all lines, since one for each line costs as much as the walk. Tells
   * whether the line is one object that ends with the line. If it is not, the rest of the body is
   * walked line by line, so that lines are judged separately.
   */
  private boolean walkOn(byte[] bytes, int from, int to) {
    if (isUneven) {
      return false;
    }
    try {
      JsonParser parser = parserOf(bytes, from);
      Arrays.fill(tokens, null);
      if (parser.nextToken() == JsonToken.START_OBJECT
          && linesFrom + parser.currentTokenLocation().getByteOffset() == from) {
        value(parser, tree);
        if (linesFrom + parser.currentLocation().getByteOffset() == to) {
          return true;
        }
      }
    } catch (JacksonException | Refusal _) {
      // The line is parsed alone afterwards, which says what is wrong.
    }
    isUneven = true;
    return false;
  }

  @SuppressWarnings("ReferenceEquality") // of the same array, not of an equal one
  private JsonParser parserOf(byte[] bytes, int from) {
    JsonParser parser = lines;
    if (parser == null || linesOf != bytes) {
      close();
      parser = JsonText.parser(bytes, from, bytes.length);
      lines = parser;
      linesOf = bytes;
      linesFrom = from;
    }
    return parser;
  }

  private void walkAlone(byte[] bytes, int from, int to) {
    Arrays.fill(tokens, null);
    try (JsonParser parser = JsonText.parser(bytes, from, to)) {
      if (parser.nextToken() == null) {
        throw Refusal.malformed("not JSON: nothing there");
      }
      value(parser, tree);
      if (parser.nextToken() != null) {
        throw Refusal.malformed(
            "not one JSON value: another begins at column "
                + parser.currentTokenLocation().getColumnNr());
      }
    } catch (JacksonException e) {
      throw notJson(e);
    }
  }

  /** Gives the buffers of its parser back. */
  @Override
  public void close() {
    if (lines != null) {
      lines.close();
    }
  }

  static Refusal notJson(JacksonException e) {
    String reason = Shown.sentence(StrictJson.fault(e));
    return e instanceof StreamReadException && e.getLocation() != null
        ? Refusal.malformed("not JSON at " + place(e.getLocation()) + ": " + reason)
        : Refusal.malformed("not JSON: " + reason);
  }

  private static String place(TokenStreamLocation location) {
    String column = "column " + location.getColumnNr();
    return location.getLineNr() == 1 ? column : "line " + location.getLineNr() + ", " + column;
  }

  private void value(JsonParser parser, PointerTree place) {
    note(parser, place.slots());
    JsonToken token = parser.currentToken();
    if (place.isLeaf() || token == null || token.isScalarValue()) {
      JsonText.skipValue(parser);
    } else if (token == JsonToken.START_OBJECT) {
      object(parser, place);
    } else {
      list(parser, place);
    }
  }

  private void object(JsonParser parser, PointerTree place) {
    int seen = 0;
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      int index = place.indexOf(parser.currentName());
      parser.nextToken();
      if (index == PointerTree.NONE) {
        JsonText.skipValue(parser);
      } else {
        if ((seen & 1 << index) != 0) {
          throw new Refusal(place.nameOf(index) + ": given twice (expected: once)");
        }
        seen |= 1 << index;
        value(parser, place.childAt(index));
      }
    }
  }

  private void list(JsonParser parser, PointerTree place) {
    for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
      int index = place.indexOf(Integer.toString(i));
      if (index == PointerTree.NONE) {
        JsonText.skipValue(parser);
      } else {
        value(parser, place.childAt(index));
      }
    }
  }

  private void note(JsonParser parser, int slots) {
    for (int rest = slots; rest != 0; rest &= rest - 1) {
      int slot = Integer.numberOfTrailingZeros(rest);
      JsonToken token = parser.currentToken();
      tokens[slot] = token;
      values[slot] = token != null && token.isScalarValue() ? parser.getString() : null;
    }
  }
}
