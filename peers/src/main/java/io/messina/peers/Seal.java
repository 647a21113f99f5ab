package io.messina.peers;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.zip.CRC32C;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The end of each frame of one direction, by which the receiver knows that it is whole, and with a
 * secret also its sender and its place. For use by one thread.
 */
abstract sealed class Seal {

  /** Of HMAC-SHA256, RFC 2104, as many bytes as RFC 2104 §5 allows at least. */
  private static final int MAC_BYTES = 16;

  /** How many bytes it takes. */
  abstract int bytes();

  /** The seal of the next frame. */
  abstract byte[] of(ByteBuffer frame);

  /** Against damage on the way: CRC-32C, RFC 3720. */
  static Seal checksum() {
    return new Checksum();
  }

  /** Against senders without the key. */
  static Seal keyed(byte[] key) {
    return new Keyed(key);
  }

  private static final class Checksum extends Seal {

    private final CRC32C crc = new CRC32C();

    @Override
    int bytes() {
      return Integer.BYTES;
    }

    @Override
    byte[] of(ByteBuffer frame) {
      crc.reset();
      crc.update(frame);
      return ByteBuffer.allocate(Integer.BYTES).putInt((int) crc.getValue()).array();
    }
  }

  private static final class Keyed extends Seal {

    private final Mac mac;
    private final ByteBuffer number = ByteBuffer.allocate(Long.BYTES);
    private long frames;

    private Keyed(byte[] key) {
      this.mac = mac(key);
    }

    @Override
    int bytes() {
      return MAC_BYTES;
    }

    @Override
    byte[] of(ByteBuffer frame) {
      mac.update(number.putLong(0, frames++).rewind());
      mac.update(frame);
      return Arrays.copyOf(mac.doFinal(), MAC_BYTES);
    }
  }

  static Mac mac(byte[] key) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, mac.getAlgorithm()));
      return mac;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("HmacSHA256, which every Java has, is missing", e);
    }
  }
}
