package io.messina.connectors.smpp;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jsmpp.bean.SubmitSm;

/**
 * A submit_sm that a message centre accepted.
 *
 * @param id under which
 * @param pdu what it got
 */
public record Taken(String id, SubmitSm pdu) {

  /** Whether the user data begins with a header. */
  boolean isPart() {
    return pdu.isUdhi();
  }

  byte[] header() {
    return isPart()
        ? Arrays.copyOf(pdu.getShortMessage(), pdu.getShortMessage()[0] + 1)
        : new byte[0];
  }

  /** What a phone shows of it. */
  public String text() {
    byte[] all = pdu.getShortMessage();
    byte[] data = Arrays.copyOfRange(all, header().length, all.length);
    return pdu.getDataCoding() == 8
        ? new String(data, StandardCharsets.UTF_16BE)
        : GsmAlphabet.decode(data);
  }
}
