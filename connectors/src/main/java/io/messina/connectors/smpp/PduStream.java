package io.messina.connectors.smpp;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import org.jsmpp.DefaultPDUReader;
import org.jsmpp.InvalidCommandLengthException;
import org.jsmpp.PDUReader;
import org.jsmpp.SMPPConstant;
import org.jsmpp.bean.Command;

/**
 * Reads whole PDUs. Hands deliver_sm to its own taker, so that no answer to a submit_sm ever waits
 * behind a receipt in the queue of the library. An impossible length ends the connection, where the
 * library would allocate that much memory; so does a PDU that stops in its middle, whose beginning
 * the library would forget. For one thread.
 */
final class PduStream implements PDUReader {

  private static final int HEADER_OCTETS = 16;

  /** Above the longest message_payload and all other parameters. */
  private static final int OCTETS_MAX = 128 * 1024;

  private final PDUReader whole = new DefaultPDUReader();
  private Deliveries deliveries = (header, pdu) -> {};

  /** Takes receipts. */
  @FunctionalInterface
  interface Deliveries {

    /**
     * Takes a deliver_sm, without waiting for anything.
     *
     * @param pdu all of it, with the header
     */
    void take(Command header, byte[] pdu);
  }

  /** To be called before anything is read. */
  void deliverTo(Deliveries taker) {
    deliveries = taker;
  }

  @Override
  public Command readPDUHeader(DataInputStream in)
      throws InvalidCommandLengthException, IOException {
    while (true) {
      Command header = header(in);
      if (header.getCommandId() != SMPPConstant.CID_DELIVER_SM) {
        return header;
      }
      deliveries.take(header, readPDU(in, header));
    }
  }

  @Override
  public byte[] readPDU(DataInputStream in, Command header) throws IOException {
    return readPDU(
        in,
        header.getCommandLength(),
        header.getCommandId(),
        header.getCommandStatus(),
        header.getSequenceNumber());
  }

  @Override
  public byte[] readPDU(DataInputStream in, int octets, int id, int status, int sequence)
      throws IOException {
    try {
      return whole.readPDU(in, octets, id, status, sequence);
    } catch (SocketTimeoutException e) {
      throw stopped(e);
    }
  }

  /** A silence before a PDU is no fault: the library then asks whether the other side is alive. */
  private static Command header(DataInputStream in) throws IOException {
    int first = in.read();
    if (first < 0) {
      throw new EOFException("the message centre closed the connection");
    }
    try {
      Command header = new Command();
      int rest = in.readUnsignedByte() << 16 | in.readUnsignedShort();
      header.setCommandLength(first << 24 | rest);
      if (header.getCommandLength() < HEADER_OCTETS || header.getCommandLength() > OCTETS_MAX) {
        throw new IOException("a PDU of " + header.getCommandLength() + " octets");
      }
      header.setCommandId(in.readInt());
      header.setCommandStatus(in.readInt());
      header.setSequenceNumber(in.readInt());
      return header;
    } catch (SocketTimeoutException e) {
      throw stopped(e);
    }
  }

  private static IOException stopped(SocketTimeoutException e) {
    return new IOException("a PDU stopped in its middle", e);
  }
}
