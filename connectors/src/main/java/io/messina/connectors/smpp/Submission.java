package io.messina.connectors.smpp;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Optional;
import org.jsmpp.PDUSender;
import org.jsmpp.PDUStringException;
import org.jsmpp.bean.ESMClass;
import org.jsmpp.bean.RawDataCoding;
import org.jsmpp.bean.RegisteredDelivery;

/**
 * The content of a submit_sm.
 *
 * @param encoding of the user data
 * @param isPart whether the user data begins with a header
 * @param wantsReceipt whether the message centre shall send one, of success and of failure
 * @param validFor the time after which the message centre does not deliver it any more
 * @param userData up to 254 octets
 */
record Submission(
    SmscAddress from,
    SmscAddress to,
    ShortMessage.Encoding encoding,
    boolean isPart,
    boolean wantsReceipt,
    Optional<Duration> validFor,
    byte[] userData) {

  private static final int USER_DATA_HEADER = 0x40;

  /** Message centres refuse a period that is longer than theirs; each has at least so long. */
  private static final Duration VALID_MAX = Duration.ofHours(24);

  /** As SMPP 3.4 has it in 7.1.1: YYMMDDhhmmss and 000R; at least a second, as none is for ever. */
  private static Optional<String> relative(Duration period) {
    if (period.compareTo(VALID_MAX) >= 0) {
      return Optional.empty();
    }
    long seconds = Math.max(1, period.toSeconds());
    return Optional.of(
        "000000%02d%02d%02d000R".formatted(seconds / 3_600, seconds / 60 % 60, seconds % 60));
  }

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
        validFor.flatMap(Submission::relative).orElse(""),
        new RegisteredDelivery(wantsReceipt ? 1 : 0),
        (byte) 0,
        new RawDataCoding(encoding.dataCoding()),
        (byte) 0,
        userData);
  }
}
