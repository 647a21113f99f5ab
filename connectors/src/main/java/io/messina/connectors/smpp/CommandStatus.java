package io.messina.connectors.smpp;

import io.messina.connectors.SendResult;
import java.util.Optional;
import java.util.Set;
import org.jsmpp.SMPPConstant;

/**
 * The results of the statuses that answer a submit_sm:
 *
 * <pre>
 *  0x58                                         throttled
 *  an error of the message, its                 refused
 *   addresses or its parameters: 0x01-03,
 *   0x06, 0x07, 0x0A, 0x0B, 0x15, 0x33, 0x34,
 *   0x40, 0x42-44, 0x48-51, 0x54, 0x55,
 *   0x61-63, 0x65, 0x66, 0xC0-C4, 0x0100-0106
 *  all others, among them a full queue (0x14),  failed: not taken, and may be taken later
 *   a system error (0x08), a failed submit
 *   (0x45), the wrong state or account of the
 *   bind (0x04, 0x0D-0F, 0x53), a temporary
 *   error (0x64) and those of vendors (0x0400-)
 * </pre>
 *
 * A generic_nack says that the request itself was not understood, or not let in; with a status of
 * any other kind it says nothing certain.
 */
final class CommandStatus {

  /** The code of a result when the queue of the message centre was full. */
  static final String QUEUE_FULL = code(SMPPConstant.STAT_ESME_RMSGQFUL);

  private static final Set<Integer> REFUSED =
      Set.of(
          SMPPConstant.STAT_ESME_RINVMSGLEN,
          SMPPConstant.STAT_ESME_RINVCMDLEN,
          SMPPConstant.STAT_ESME_RINVCMDID,
          SMPPConstant.STAT_ESME_RINVPRTFLG,
          SMPPConstant.STAT_ESME_RINVREGDLVFLG,
          SMPPConstant.STAT_ESME_RINVSRCADR,
          SMPPConstant.STAT_ESME_RINVDSTADR,
          SMPPConstant.STAT_ESME_RINVSERTYP,
          SMPPConstant.STAT_ESME_RINVNUMDESTS,
          SMPPConstant.STAT_ESME_RINVDLNAME,
          SMPPConstant.STAT_ESME_RINVDESTFLAG,
          SMPPConstant.STAT_ESME_RINVSUBREP,
          SMPPConstant.STAT_ESME_RINVESMCLASS,
          SMPPConstant.STAT_ESME_RCNTSUBDL,
          SMPPConstant.STAT_ESME_RINVSRCTON,
          SMPPConstant.STAT_ESME_RINVSRCNPI,
          SMPPConstant.STAT_ESME_RINVDSTTON,
          SMPPConstant.STAT_ESME_RINVDSTNPI,
          SMPPConstant.STAT_ESME_RINVREPFLAG,
          SMPPConstant.STAT_ESME_RINVNUMMSGS,
          SMPPConstant.STAT_ESME_RINVSCHED,
          SMPPConstant.STAT_ESME_RINVEXPIRY,
          SMPPConstant.STAT_ESME_RINVDFTMSGID,
          SMPPConstant.STAT_ESME_RX_P_APPN,
          SMPPConstant.STAT_ESME_RX_R_APPN,
          SMPPConstant.STAT_ESME_RINVTLVSTREAM,
          SMPPConstant.STAT_ESME_RTLVNOTALLWD,
          SMPPConstant.STAT_ESME_RINVTLVLEN,
          SMPPConstant.STAT_ESME_RMISSINGTLV,
          SMPPConstant.STAT_ESME_RINVTLVVAL,
          SMPPConstant.STAT_ESME_RSERTYPUNAUTH,
          SMPPConstant.STAT_ESME_RPROHIBITED,
          SMPPConstant.STAT_ESME_RSERTYPUNAVAIL,
          SMPPConstant.STAT_ESME_RSERTYPDENIED,
          SMPPConstant.STAT_ESME_RINVDCS,
          SMPPConstant.STAT_ESME_RINVSRCADDRSUBUNIT,
          SMPPConstant.STAT_ESME_RINVDSTADDRSUBUNIT);

  private static final Set<Integer> NOT_LET_IN =
      Set.of(
          SMPPConstant.STAT_ESME_RINVCMDLEN,
          SMPPConstant.STAT_ESME_RINVCMDID,
          SMPPConstant.STAT_ESME_RINVBNDSTS,
          SMPPConstant.STAT_ESME_RMSGQFUL,
          SMPPConstant.STAT_ESME_RTHROTTLED);

  private CommandStatus() {}

  /**
   * Returns the result of an answer.
   *
   * @param status not zero
   */
  static SendResult ofAnswer(int status) {
    String reason = "the message centre answered " + code(status);
    if (status == SMPPConstant.STAT_ESME_RTHROTTLED) {
      return new SendResult.Throttled(Optional.empty(), reason);
    }
    return REFUSED.contains(status)
        ? new SendResult.Refused(code(status), reason)
        : new SendResult.Failed(code(status), reason);
  }

  /** Returns the result of a generic_nack. */
  static SendResult ofNack(int status) {
    return NOT_LET_IN.contains(status)
        ? ofAnswer(status)
        : new SendResult.Uncertain("the message centre answered generic_nack " + code(status));
  }

  /** As results have it, and options. */
  static String code(int status) {
    return "0x%02X".formatted(status);
  }
}
