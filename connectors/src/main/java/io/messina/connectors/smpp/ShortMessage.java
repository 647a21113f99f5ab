package io.messina.connectors.smpp;

import io.messina.api.message.protocol.SmppEncoding;
import io.messina.api.message.protocol.SmppForm;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * A text as one short message, or as parts that a phone joins again by the header in front of each
 * (3GPP TS 23.040, section 9.2.3.24.1 and .8):
 *
 * <pre>
 *  length  kind  length  reference  parts  part
 *    05     00     03      8 bit     n      i     then 153 septets, or 67 characters of UCS-2
 *    06     08     04     16 bit     n      i     then 152 septets, or 66 characters of UCS-2
 * </pre>
 *
 * Neither a character of the GSM extension nor a pair of surrogates is ever split.
 *
 * @param encoding of all its parts
 * @param parts the user data of each, with its header if there are several
 */
record ShortMessage(Encoding encoding, List<byte[]> parts) {

  /** The count of parts is one octet. */
  static final int PARTS_MAX = 255;

  private static final int OCTETS = 140;

  /** The form of characters in user data. */
  enum Encoding {
    /** An octet for each septet, of which seven octets on air hold eight. */
    GSM((byte) 0, 8, 7),
    /** UTF-16 with the high octet first. */
    UCS2((byte) 8, 1, 1);

    private final byte dataCoding;
    private final int units;
    private final int octets;

    Encoding(byte dataCoding, int units, int octets) {
      this.dataCoding = dataCoding;
      this.units = units;
      this.octets = octets;
    }

    /** The parameter data_coding. */
    byte dataCoding() {
      return dataCoding;
    }

    /** Returns the units of this encoding that fit into a number of octets on air. */
    private int room(int octetsOnAir) {
      return octetsOnAir * units / octets;
    }

    /** Whether a cut may be before this octet. */
    private boolean mayCut(byte[] data, int at) {
      return switch (this) {
        case GSM -> !isEscapeBefore(data, at);
        case UCS2 -> at % 2 == 0 && !isPairAround(data, at);
      };
    }

    private static boolean isEscapeBefore(byte[] data, int at) {
      return data[at - 1] == GsmAlphabet.ESCAPE;
    }

    private static boolean isPairAround(byte[] data, int at) {
      return (data[at - 2] & 0xFC) == 0xD8 && (data[at] & 0xFC) == 0xDC;
    }
  }

  /**
   * Encodes and splits a text.
   *
   * @param id of the message, which alone decides the reference that its parts share
   * @return empty if the alphabet that the form demands lacks a character of it, or it has too many
   *     parts
   */
  static Optional<ShortMessage> of(String id, String text, SmppForm form) {
    Optional<byte[]> septets =
        form.encoding() == SmppEncoding.UCS2 ? Optional.empty() : GsmAlphabet.encode(text);
    if (septets.isEmpty() && form.encoding() == SmppEncoding.GSM) {
      return Optional.empty();
    }
    Encoding encoding = septets.isPresent() ? Encoding.GSM : Encoding.UCS2;
    byte[] data = septets.orElseGet(() -> ucs2(text));
    if (data.length <= encoding.room(OCTETS)) {
      return Optional.of(new ShortMessage(encoding, List.of(data)));
    }
    byte[] header = header(id, form.wideReference());
    List<byte[]> pieces = split(data, encoding, encoding.room(OCTETS - header.length));
    return pieces.size() > PARTS_MAX
        ? Optional.empty()
        : Optional.of(new ShortMessage(encoding, joinable(header, pieces)));
  }

  /** Whether its parts begin with a header. */
  boolean isLong() {
    return parts.size() > 1;
  }

  private static List<byte[]> split(byte[] data, Encoding encoding, int room) {
    List<byte[]> pieces = new ArrayList<>();
    int from = 0;
    while (from < data.length) {
      int to = Math.min(from + room, data.length);
      while (to < data.length && !encoding.mayCut(data, to)) {
        to--;
      }
      pieces.add(Arrays.copyOfRange(data, from, to));
      from = to;
    }
    return pieces;
  }

  private static List<byte[]> joinable(byte[] header, List<byte[]> pieces) {
    header[header.length - 2] = (byte) pieces.size();
    List<byte[]> parts = new ArrayList<>();
    for (byte[] piece : pieces) {
      header[header.length - 1] = (byte) (parts.size() + 1);
      byte[] part = Arrays.copyOf(header, header.length + piece.length);
      System.arraycopy(piece, 0, part, header.length, piece.length);
      parts.add(part);
    }
    return parts;
  }

  private static byte[] header(String id, boolean isWide) {
    CRC32 hash = new CRC32();
    hash.update(id.getBytes(StandardCharsets.UTF_8));
    long reference = hash.getValue();
    return isWide
        ? new byte[] {6, 8, 4, (byte) (reference >> 8), (byte) reference, 0, 0}
        : new byte[] {5, 0, 3, (byte) reference, 0, 0};
  }

  /** Keeps a lone surrogate, which an encoder of the JDK would replace. */
  private static byte[] ucs2(String text) {
    byte[] data = new byte[2 * text.length()];
    for (int i = 0; i < text.length(); i++) {
      data[2 * i] = (byte) (text.charAt(i) >> 8);
      data[2 * i + 1] = (byte) text.charAt(i);
    }
    return data;
  }
}
