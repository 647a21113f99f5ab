package io.messina.cli.file;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;

/**
 * CSV without its empty lines, those within quotes not counted: the parser would take the blanks
 * before the first cell of a row for a part of them.
 */
final class FullLines extends Reader {

  private static final int NONE = -1;

  private final BufferedReader text;
  private final char delimiter;
  private final char[] letters = new char[1 << 13];
  private int at;
  private int filled;
  private boolean atLine = true;
  private boolean atCell = true;
  private boolean quoted;
  private boolean behindQuotes;

  FullLines(BufferedReader text, char delimiter) {
    this.text = text;
    this.delimiter = delimiter;
  }

  @Override
  public int read(char[] into, int offset, int length) throws IOException {
    int count = 0;
    while (count < length) {
      int next = next();
      if (next == NONE) {
        break;
      }
      into[offset + count++] = (char) next;
    }
    return count == 0 && length > 0 ? NONE : count;
  }

  private int next() throws IOException {
    int next = letter();
    while (atLine && isEnd(next)) {
      next = letter();
    }
    if (next == '"') {
      // Within a cell that is not quoted it is a letter; a doubled one ends the quotes and begins
      // them again.
      boolean begins = atCell || behindQuotes;
      behindQuotes = quoted;
      quoted = !quoted && begins;
    } else {
      behindQuotes = false;
    }
    atLine = !quoted && isEnd(next);
    atCell = atLine || (!quoted && next == delimiter);
    return next;
  }

  private int letter() throws IOException {
    if (at == filled) {
      filled = Math.max(0, text.read(letters, 0, letters.length));
      at = 0;
    }
    return at < filled ? letters[at++] : NONE;
  }

  private static boolean isEnd(int next) {
    return next == '\n' || next == '\r';
  }

  @Override
  public void close() throws IOException {
    text.close();
  }
}
