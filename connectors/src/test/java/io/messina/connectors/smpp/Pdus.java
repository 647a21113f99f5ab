package io.messina.connectors.smpp;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jsmpp.SMPPConstant;

/** PDUs that the library would not write. */
final class Pdus {

  private Pdus() {}

  static byte[] submitAnswer(int sequence, String id) {
    return answer(SMPPConstant.CID_SUBMIT_SM_RESP, sequence, id);
  }

  static byte[] bindAnswer(int sequence) {
    return answer(SMPPConstant.CID_BIND_TRANSCEIVER_RESP, sequence, "smsc");
  }

  private static byte[] answer(int command, int sequence, String text) {
    byte[] octets = text.getBytes(StandardCharsets.US_ASCII);
    return ByteBuffer.allocate(17 + octets.length)
        .putInt(17 + octets.length)
        .putInt(command)
        .putInt(SMPPConstant.STAT_ESME_ROK)
        .putInt(sequence)
        .put(octets)
        .put((byte) 0)
        .array();
  }
}
