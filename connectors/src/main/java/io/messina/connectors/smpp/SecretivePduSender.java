package io.messina.connectors.smpp;

import java.io.IOException;
import java.io.OutputStream;
import org.jsmpp.DefaultPDUSender;
import org.jsmpp.PDUStringException;
import org.jsmpp.bean.BindType;
import org.jsmpp.bean.InterfaceVersion;
import org.jsmpp.bean.NumberingPlanIndicator;
import org.jsmpp.bean.TypeOfNumber;
import org.jsmpp.util.DefaultComposer;
import org.jsmpp.util.PDUComposer;

/** Writes binds without a word in the log, where the library shows all their octets. */
final class SecretivePduSender extends DefaultPDUSender {

  private final PDUComposer composer = new DefaultComposer();

  @Override
  public byte[] sendBind(
      OutputStream out,
      BindType type,
      int sequence,
      String systemId,
      String password,
      String systemType,
      InterfaceVersion version,
      TypeOfNumber ton,
      NumberingPlanIndicator npi,
      String range)
      throws PDUStringException, IOException {
    byte[] pdu =
        composer.bind(
            type.commandId(),
            sequence,
            systemId,
            password,
            systemType,
            version.value(),
            ton.value(),
            npi.value(),
            range);
    out.write(pdu);
    out.flush();
    return pdu;
  }
}
