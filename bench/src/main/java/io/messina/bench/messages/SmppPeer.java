package io.messina.bench.messages;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** A message centre (SMPP 3.4) that takes every short message. */
final class SmppPeer extends Peer {

  private static final int HEADER_BYTES = 16;
  private static final int ANSWER = 0x8000_0000;
  private static final int BIND_TRANSCEIVER = 9;
  private static final int SUBMIT = 4;

  private SmppPeer() throws IOException {}

  static SmppPeer answering() throws IOException {
    SmppPeer peer = new SmppPeer();
    peer.listen();
    return peer;
  }

  /** Answers all requests that have come together in one write. */
  @Override
  void serve(InputStream from, OutputStream out) throws IOException {
    DataInputStream in = new DataInputStream(from);
    ByteArrayOutputStream answers = new ByteArrayOutputStream();
    while (true) {
      int length = in.readInt();
      int command = in.readInt();
      in.skipNBytes(Integer.BYTES);
      int sequence = in.readInt();
      in.skipNBytes(length - HEADER_BYTES);
      answer(new DataOutputStream(answers), command, sequence);
      if (from.available() == 0) {
        answers.writeTo(out);
        answers.reset();
      }
    }
  }

  private void answer(DataOutputStream out, int command, int sequence) throws IOException {
    if (command < 0) {
      return;
    }
    String body = "";
    if (command == BIND_TRANSCEIVER) {
      body = "bench\0";
    } else if (command == SUBMIT) {
      take();
      body = Long.toHexString(taken()) + "\0";
    }
    out.writeInt(HEADER_BYTES + body.length());
    out.writeInt(command | ANSWER);
    out.writeInt(0);
    out.writeInt(sequence);
    out.write(body.getBytes(StandardCharsets.US_ASCII));
  }
}
