package io.messina.stream;

import io.messina.api.Shown;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.function.Consumer;
import java.util.zip.CRC32C;

/**
 * Fields of fixed length as text that is safe in a URL: Base64 of the following, whose length is a
 * multiple of three, so that there is one text per value.
 *
 * <pre>
 *   0      1  version
 *   1      n  fields
 *   1 + n  2  the low half of CRC32C of all before, followed by the name of the kind
 * </pre>
 *
 * <p>The name in the checksum keeps a receipt from passing for an event id.
 *
 * @param kind its name in messages
 * @param version of the fields
 * @param fieldBytes their length
 */
record OpaqueText(String kind, int version, int fieldBytes) {

  private static final int VERSION_BYTES = 1;
  private static final int CHECK_BYTES = Short.BYTES;

  /** Returns the text of the fields that the action puts into the buffer. */
  String write(Consumer<ByteBuffer> fields) {
    Writer writer = newWriter();
    fields.accept(writer.fields());
    return Base64.getUrlEncoder().encodeToString(writer.checked());
  }

  /** A writer for many texts. */
  Writer newWriter() {
    return new Writer(this);
  }

  /** Writes one text after another into the same arrays. For one thread. */
  static final class Writer {

    private final byte[] array;
    private final byte[] text;
    private final byte[] kind;
    private final ByteBuffer buffer;
    private final CRC32C checksum = new CRC32C();

    private Writer(OpaqueText form) {
      this.array = new byte[VERSION_BYTES + form.fieldBytes + CHECK_BYTES];
      this.text = new byte[array.length / 3 * 4];
      this.kind = form.kind.getBytes(StandardCharsets.UTF_8);
      this.buffer = ByteBuffer.wrap(array).put((byte) form.version);
    }

    /** Where the fields are put. */
    ByteBuffer fields() {
      return buffer.position(VERSION_BYTES);
    }

    /** The bytes of the fields that were put; valid until the next call. */
    byte[] checked() {
      buffer.putShort(array.length - CHECK_BYTES, check(checksum, array, kind));
      return array;
    }

    /** The text of the fields that were put; valid until the next call. */
    byte[] text() {
      var _ = Base64.getUrlEncoder().encode(checked(), text);
      return text;
    }
  }

  /** The fields, to be read from the buffer's position. */
  ByteBuffer read(String text) {
    int chars = (VERSION_BYTES + fieldBytes + CHECK_BYTES) / 3 * 4;
    if (text.length() != chars) {
      throw refused(text, chars + " characters");
    }
    byte[] array = decoded(text);
    ByteBuffer buffer = ByteBuffer.wrap(array);
    if (buffer.getShort(array.length - CHECK_BYTES)
        != check(new CRC32C(), array, kind.getBytes(StandardCharsets.UTF_8))) {
      throw refused(text, "as it was given out, its check does not match");
    }
    int found = buffer.get();
    if (found != version) {
      throw refused(text, "version " + version + ", this is " + found);
    }
    return buffer;
  }

  private IllegalArgumentException refused(String text, String expected) {
    return new IllegalArgumentException(
        kind + ": " + Shown.text(text) + " (expected: " + expected + ")");
  }

  private byte[] decoded(String text) {
    try {
      return Base64.getUrlDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      IllegalArgumentException refused = refused(text, "letters, digits, \"-\" and \"_\"");
      refused.initCause(e);
      throw refused;
    }
  }

  private static short check(CRC32C checksum, byte[] array, byte[] kind) {
    checksum.reset();
    checksum.update(array, 0, array.length - CHECK_BYTES);
    checksum.update(kind);
    return (short) checksum.getValue();
  }
}
