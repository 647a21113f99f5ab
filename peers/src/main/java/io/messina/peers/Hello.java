package io.messina.peers;

import io.messina.store.Incarnation;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.UUID;

/**
 * The first words of one side.
 *
 * @param least the oldest version of the protocol that it speaks
 * @param highest the newest one
 * @param identity of this side
 * @param to the address that it has connected to; of the one that answers, its own
 * @param secured whether it knows a secret
 * @param nonce chosen at random for this connection, {@value #NONCE_BYTES} bytes
 */
record Hello(
    int least, int highest, PeerIdentity identity, String to, boolean secured, byte[] nonce) {

  static final int NONCE_BYTES = 32;

  /** The first bytes of each connection, so that another program is told so. */
  private static final int MAGIC = 0x4D73_6E50;

  byte[] encode() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(MAGIC);
      out.writeShort(least);
      out.writeShort(highest);
      out.writeUTF(identity.cluster());
      out.writeUTF(identity.address());
      out.writeUTF(identity.incarnation().toString());
      out.writeUTF(to);
      out.writeBoolean(secured);
      out.write(nonce);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /**
   * Decodes; further bytes are of a later version.
   *
   * @throws FrameException if it is none
   */
  static Hello decode(byte[] body) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(body))) {
      if (in.readInt() != MAGIC) {
        throw new FrameException("hello: other bytes (expected: those of a node of Messina)");
      }
      int least = in.readUnsignedShort();
      int highest = in.readUnsignedShort();
      PeerIdentity identity =
          new PeerIdentity(
              in.readUTF(), in.readUTF(), new Incarnation(UUID.fromString(in.readUTF())));
      String to = in.readUTF();
      boolean secured = in.readBoolean();
      byte[] nonce = new byte[NONCE_BYTES];
      in.readFully(nonce);
      return new Hello(least, highest, identity, to, secured, nonce);
    } catch (IOException | IllegalArgumentException e) {
      throw new FrameException("hello: " + e.getMessage() + " (expected: one that is whole)");
    }
  }
}
