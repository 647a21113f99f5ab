package io.messina.connectors.smpp;

import java.io.IOException;
import java.io.OutputStream;
import org.jsmpp.PDUSender;
import org.jsmpp.PDUStringException;
import org.jsmpp.bean.ESMClass;
import org.jsmpp.bean.RawDataCoding;
import org.jsmpp.bean.RegisteredDelivery;

/**
 * What a submit_sm says.
 *
 * @param from the sender
 * @param to the recipient
 * @param encoding of the user data
 * @param isPart whether the user data begins with a header
 * @param wantsReceipt whether the message centre shall send one, of success and of failure
 * @param userData up to 254 octets
 */
record Submission(
    SmscAddress from,
    SmscAddress to,
    ShortMessage.Encoding encoding,
    boolean isPart,
    boolean wantsReceipt,
    byte[] userData) {

  private static final int USER_DATA_HEADER = 0x40;

  void write(PDUSender sender, OutputStream out, int sequence)
      throws PDUStringException, IOException {
    sender.sendSubmitSm(
        out,
        sequence,
        "",
        from.ton(),
        from.npi(),
        from.value(),
        to.ton(),
        to.npi(),
        to.value(),
        new ESMClass(isPart ? USER_DATA_HEADER : 0),
        (byte) 0,
        (byte) 0,
        "",
        "",
        new RegisteredDelivery(wantsReceipt ? 1 : 0),
        (byte) 0,
        new RawDataCoding(encoding.dataCoding()),
        (byte) 0,
        userData);
  }
}
