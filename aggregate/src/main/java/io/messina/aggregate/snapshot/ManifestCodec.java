package io.messina.aggregate.snapshot;

import io.messina.store.Bytes;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A manifest as bytes, numbers with their highest byte first:
 *
 * <pre>
 *   | version 1 | next 8 | files 4 | file* | checksum 16 |
 *
 *   file: | object length 2 | object | name length 2 | name | bytes 8 | checksum 16 |
 * </pre>
 *
 * <p>Names are ASCII. The last checksum is of all bytes before it, in every version: so bytes of a
 * later version are told from broken ones.
 */
final class ManifestCodec {

  /** Of some hundred thousand files. */
  static final int BYTES_MAX = 16 << 20;

  private static final byte VERSION = 1;

  /** Nothing that could lead out of a folder. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}");

  private ManifestCodec() {}

  static byte[] encode(Manifest manifest) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream to = new DataOutputStream(bytes)) {
      to.writeByte(VERSION);
      to.writeLong(manifest.next());
      to.writeInt(manifest.files().size());
      for (StoredFile file : manifest.files()) {
        writeName(file.object(), to);
        writeName(file.content().name(), to);
        to.writeLong(file.content().bytes());
        to.write(file.content().checksum().toArray());
      }
      to.write(Checksum.of(bytes.toByteArray(), bytes.size()).toArray());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (bytes.size() > BYTES_MAX) {
      throw new SnapshotException(
          "a manifest of %,d files is too long".formatted(manifest.files().size()), null);
    }
    return bytes.toByteArray();
  }

  private static void writeName(String name, DataOutputStream to) throws IOException {
    to.writeShort(name.length());
    to.write(name.getBytes(StandardCharsets.US_ASCII));
  }

  /**
   * Reads a manifest.
   *
   * @param object that holds it, for messages
   * @throws UnsoundException if the bytes differ from the written ones
   * @throws SnapshotException if a later version wrote them
   */
  static Manifest decode(String object, byte[] bytes) {
    int sealed = bytes.length - Checksum.LENGTH;
    if (sealed < 1 || bytes.length > BYTES_MAX) {
      throw new UnsoundException(object, "%,d bytes are no manifest".formatted(bytes.length), null);
    }
    ByteBuffer from = ByteBuffer.wrap(bytes, 0, sealed);
    Bytes checksum = Bytes.wrap(Arrays.copyOfRange(bytes, sealed, bytes.length));
    if (!checksum.equals(Checksum.of(bytes, sealed))) {
      throw new UnsoundException(object, "the manifest has another checksum than it says", null);
    }
    byte version = from.get();
    if (version != VERSION) {
      throw new SnapshotException(
          "%s: version %d of manifests is not known here; a newer version of Messina wrote it"
              .formatted(object, version),
          null);
    }
    try {
      return read(from);
    } catch (BufferUnderflowException | IllegalArgumentException e) {
      throw new UnsoundException(object, "the manifest has another form", e);
    }
  }

  private static Manifest read(ByteBuffer from) {
    long next = from.getLong();
    int count = from.getInt();
    List<StoredFile> files = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String object = name(from);
      files.add(new StoredFile(object, content(from)));
    }
    if (count < 0 || from.hasRemaining()) {
      throw new IllegalArgumentException(
          "files: %d, and %d bytes behind them".formatted(count, from.remaining()));
    }
    return new Manifest(next, files);
  }

  private static StoredFile.Content content(ByteBuffer from) {
    String name = name(from);
    long length = from.getLong();
    byte[] checksum = new byte[Checksum.LENGTH];
    from.get(checksum);
    return new StoredFile.Content(name, length, Bytes.wrap(checksum));
  }

  private static String name(ByteBuffer from) {
    byte[] name = new byte[Math.min(Short.toUnsignedInt(from.getShort()), from.remaining() + 1)];
    from.get(name);
    String text = new String(name, StandardCharsets.ISO_8859_1);
    if (!NAME.matcher(text).matches()) {
      throw new IllegalArgumentException("a name that no file has: " + text);
    }
    return text;
  }
}
