package io.messina.connectors.smpp;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.jsmpp.DefaultPDUReader;
import org.jsmpp.InvalidCommandLengthException;
import org.jsmpp.PDUStringException;
import org.jsmpp.SMPPConstant;
import org.jsmpp.bean.Command;
import org.jsmpp.util.DefaultDecomposer;

/** A message centre that accepts the first bind, and reads nothing more until it is told to. */
final class DeafSmsc implements AutoCloseable {

  private static final int RECEIVE_OCTETS = 4096;

  private final ServerSocket server;
  private final CountDownLatch listening = new CountDownLatch(1);
  private final FutureTask<List<String>> heard = new FutureTask<>(this::serve);

  DeafSmsc() throws IOException {
    server = new ServerSocket();
    server.setReceiveBufferSize(RECEIVE_OCTETS);
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    Thread.ofVirtual().start(heard);
  }

  int port() {
    return server.getLocalPort();
  }

  void beginToListen() {
    listening.countDown();
  }

  /** The texts that arrive until the connection ends. */
  List<String> listen() throws Exception {
    beginToListen();
    return heard.get(10, TimeUnit.SECONDS);
  }

  @Override
  public void close() throws IOException {
    listening.countDown();
    server.close();
  }

  private List<String> serve() throws Exception {
    try (Socket socket = server.accept()) {
      DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
      Command bind = new DefaultPDUReader().readPDUHeader(in);
      new DefaultPDUReader().readPDU(in, bind);
      socket.getOutputStream().write(Pdus.bindAnswer(bind.getSequenceNumber()));
      listening.await();
      return texts(in);
    }
  }

  private static List<String> texts(DataInputStream in)
      throws InvalidCommandLengthException, PDUStringException, IOException {
    List<String> texts = new ArrayList<>();
    try {
      while (true) {
        Command header = new DefaultPDUReader().readPDUHeader(in);
        byte[] pdu = new DefaultPDUReader().readPDU(in, header);
        if (header.getCommandId() == SMPPConstant.CID_SUBMIT_SM) {
          texts.add(new Taken("", new DefaultDecomposer().submitSm(pdu)).text());
        }
      }
    } catch (EOFException | SocketException e) {
      return texts; // the other side has left
    }
  }
}
