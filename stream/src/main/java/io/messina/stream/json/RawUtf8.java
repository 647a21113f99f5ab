package io.messina.stream.json;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.SerializableString;

/** Bytes of JSON that a generator copies as they are, rather than by way of a text. */
@SuppressWarnings("ArrayRecordComponent") // nobody compares it
record RawUtf8(byte[] bytes) implements SerializableString {

  private static final int NO_ROOM = -1;

  @Override
  public String getValue() {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  @Override
  public int charLength() {
    return getValue().length();
  }

  @Override
  public byte[] asUnquotedUTF8() {
    return bytes;
  }

  @Override
  public int appendUnquotedUTF8(byte[] buffer, int offset) {
    if (bytes.length > buffer.length - offset) {
      return NO_ROOM;
    }
    System.arraycopy(bytes, 0, buffer, offset, bytes.length);
    return bytes.length;
  }

  @Override
  public int appendUnquoted(char[] buffer, int offset) {
    String text = getValue();
    if (text.length() > buffer.length - offset) {
      return NO_ROOM;
    }
    text.getChars(0, text.length(), buffer, offset);
    return text.length();
  }

  @Override
  public int writeUnquotedUTF8(OutputStream out) throws IOException {
    out.write(bytes);
    return bytes.length;
  }

  @Override
  public int putUnquotedUTF8(ByteBuffer buffer) {
    if (bytes.length > buffer.remaining()) {
      return NO_ROOM;
    }
    buffer.put(bytes);
    return bytes.length;
  }

  @Override
  public char[] asQuotedChars() {
    throw quoted();
  }

  @Override
  public byte[] asQuotedUTF8() {
    throw quoted();
  }

  @Override
  public int appendQuotedUTF8(byte[] buffer, int offset) {
    throw quoted();
  }

  @Override
  public int appendQuoted(char[] buffer, int offset) {
    throw quoted();
  }

  @Override
  public int writeQuotedUTF8(OutputStream out) {
    throw quoted();
  }

  @Override
  public int putQuotedUTF8(ByteBuffer buffer) {
    throw quoted();
  }

  private static UnsupportedOperationException quoted() {
    return new UnsupportedOperationException("JSON as it is has no quotes");
  }
}
