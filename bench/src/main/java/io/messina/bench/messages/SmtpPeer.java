package io.messina.bench.messages;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** A mail server that takes every mail, or never answers one. */
final class SmtpPeer extends Peer {

  private final boolean hangs;

  private SmtpPeer(boolean hangs) throws IOException {
    this.hangs = hangs;
  }

  static SmtpPeer answering() throws IOException {
    SmtpPeer peer = new SmtpPeer(false);
    peer.listen();
    return peer;
  }

  /** Greets, and says nothing more. */
  static SmtpPeer hanging() throws IOException {
    SmtpPeer peer = new SmtpPeer(true);
    peer.listen();
    return peer;
  }

  @Override
  void serve(InputStream in, OutputStream out) throws IOException {
    write(out, "220 bench ESMTP\r\n");
    if (hangs) {
      in.transferTo(OutputStream.nullOutputStream());
    }
    for (String command = line(in); !command.isEmpty(); command = line(in)) {
      if (command.equals("DATA")) {
        write(out, "354 go\r\n");
        skipText(in);
        take();
      }
      write(out, command.equals("QUIT") ? "221 bye\r\n" : "250 OK\r\n");
    }
  }

  /** Up to a dot alone on its line. */
  private static void skipText(InputStream in) throws IOException {
    boolean ended = false;
    while (!ended) {
      int length = 0;
      int first = -1;
      int next = in.read();
      for (; next >= 0 && next != '\n'; next = in.read()) {
        first = length == 0 ? next : first;
        length += next == '\r' ? 0 : 1;
      }
      ended = next < 0 || (length == 1 && first == '.');
    }
  }
}
