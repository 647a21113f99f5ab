package io.messina.connectors.smpp;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jsmpp.SMPPConstant;

/** PDUs that the library would not write. */
final class Pdus {

  private Pdus() {}

  static byte[] submitAnswer(int sequence, String id) {
    byte[] name = id.getBytes(StandardCharsets.US_ASCII);
    return ByteBuffer.allocate(17 + name.length)
        .putInt(17 + name.length)
        .putInt(SMPPConstant.CID_SUBMIT_SM_RESP)
        .putInt(SMPPConstant.STAT_ESME_ROK)
        .putInt(sequence)
        .put(name)
        .put((byte) 0)
        .array();
  }
}
