package io.messina.connectors.smpp;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jsmpp.InvalidResponseException;
import org.jsmpp.PDUException;
import org.jsmpp.PDUStringException;
import org.jsmpp.SMPPConstant;
import org.jsmpp.bean.BroadcastSm;
import org.jsmpp.bean.CancelBroadcastSm;
import org.jsmpp.bean.CancelSm;
import org.jsmpp.bean.DataSm;
import org.jsmpp.bean.ESMClass;
import org.jsmpp.bean.NumberingPlanIndicator;
import org.jsmpp.bean.OptionalParameter;
import org.jsmpp.bean.QueryBroadcastSm;
import org.jsmpp.bean.QuerySm;
import org.jsmpp.bean.RawDataCoding;
import org.jsmpp.bean.RegisteredDelivery;
import org.jsmpp.bean.ReplaceSm;
import org.jsmpp.bean.SubmitMulti;
import org.jsmpp.bean.SubmitSm;
import org.jsmpp.bean.TypeOfNumber;
import org.jsmpp.extra.NegativeResponseException;
import org.jsmpp.extra.ProcessRequestException;
import org.jsmpp.extra.ResponseTimeoutException;
import org.jsmpp.session.BindRequest;
import org.jsmpp.session.BroadcastSmResult;
import org.jsmpp.session.DataSmResult;
import org.jsmpp.session.QueryBroadcastSmResult;
import org.jsmpp.session.QuerySmResult;
import org.jsmpp.session.SMPPServerSession;
import org.jsmpp.session.ServerMessageReceiverListener;
import org.jsmpp.session.Session;
import org.jsmpp.session.SubmitMultiResult;
import org.jsmpp.session.SubmitSmResult;
import org.jsmpp.session.connection.Connection;
import org.jsmpp.session.connection.socket.SocketConnection;
import org.jsmpp.util.MessageId;

/**
 * A message centre on a port of this machine that does what it is told with each bind and each
 * submit_sm, and keeps a ledger of what it accepted. What it is told nothing of, it accepts.
 */
public final class ScriptedSmsc implements AutoCloseable {

  private static final int THREADS = 64;
  private static final int QUEUE = 10_000;
  private static final long WAIT_MILLIS = 10_000;

  private final ServerSocket server;
  private final Deque<SmscAction> actions = new ConcurrentLinkedDeque<>();
  private final Deque<SmscAction.OfBind> bindActions = new ConcurrentLinkedDeque<>();
  private final List<Connection> connections = new CopyOnWriteArrayList<>();
  private final List<SMPPServerSession> sessions = new CopyOnWriteArrayList<>();
  private final BlockingQueue<SmscAction.OfBind> binds = new LinkedBlockingQueue<>();
  private final Deque<Taken> ledger = new ConcurrentLinkedDeque<>();
  private final BlockingQueue<Taken> fresh = new LinkedBlockingQueue<>();
  private final AtomicInteger ids = new AtomicInteger();
  private final Deque<String> names = new ConcurrentLinkedDeque<>();
  private final CountDownLatch closed = new CountDownLatch(1);

  private ScriptedSmsc(ServerSocket server) {
    this.server = server;
  }

  /** Listens on a free port. */
  public static ScriptedSmsc start() {
    try {
      ScriptedSmsc smsc =
          new ScriptedSmsc(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
      Thread.ofVirtual().start(smsc::listen);
      return smsc;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where it listens. */
  public int port() {
    return server.getLocalPort();
  }

  /** Tells what to do with the next submits, one after the other. */
  public void next(SmscAction... told) {
    actions.addAll(Arrays.asList(told));
  }

  /** Tells what to call the next messages that it accepts. */
  public void nameNext(String... told) {
    names.addAll(Arrays.asList(told));
  }

  /** Tells what to do with the next binds. */
  public void nextBinds(SmscAction.OfBind... told) {
    bindActions.addAll(Arrays.asList(told));
  }

  /** What it accepted, in its order. */
  public Collection<Taken> ledger() {
    return List.copyOf(ledger);
  }

  /** Waits for the next bind, and says what became of it. */
  public SmscAction.OfBind awaitBind() throws InterruptedException {
    SmscAction.OfBind bind = binds.poll(WAIT_MILLIS, TimeUnit.MILLISECONDS);
    if (bind == null) {
      throw new AssertionError("nobody binds");
    }
    return bind;
  }

  /** Waits until it accepts another one. */
  public Taken awaitTaken() throws InterruptedException {
    Taken taken = fresh.poll(WAIT_MILLIS, TimeUnit.MILLISECONDS);
    if (taken == null) {
      throw new AssertionError("nobody submits");
    }
    return taken;
  }

  /** Cuts all connections. */
  public void cut() {
    connections.forEach(ScriptedSmsc::cut);
    connections.clear();
    sessions.clear();
  }

  /** Sends octets that are no PDU. */
  public void babble(byte[] octets) throws IOException {
    for (Connection connection : connections) {
      connection.getOutputStream().write(octets);
      connection.getOutputStream().flush();
    }
  }

  /**
   * Sends a receipt as SMPP 3.4 writes it.
   *
   * @return the status of the answer
   */
  public int deliver(String id, String state) {
    return deliver(
        SMPPConstant.ESMCLS_SMSC_DELIV_RECEIPT,
        "id:%s sub:001 dlvrd:001 submit date:2611240000 done date:2611240001 stat:%s err:000 text:Hi"
            .formatted(id, state));
  }

  /**
   * Sends any deliver_sm to the bind that receives.
   *
   * @return the status of the answer
   */
  public int deliver(int esmClass, String text, OptionalParameter... parameters) {
    SMPPServerSession receiver =
        sessions.stream()
            .filter(session -> session.getSessionState().isReceivable())
            .findFirst()
            .orElseThrow();
    try {
      receiver.deliverShortMessage(
          "",
          TypeOfNumber.INTERNATIONAL,
          NumberingPlanIndicator.ISDN,
          "393331234567",
          TypeOfNumber.UNKNOWN,
          NumberingPlanIndicator.UNKNOWN,
          "1234",
          new ESMClass(esmClass),
          (byte) 0,
          (byte) 0,
          new RegisteredDelivery(0),
          new RawDataCoding((byte) 0),
          text.getBytes(StandardCharsets.ISO_8859_1),
          parameters);
      return SMPPConstant.STAT_ESME_ROK;
    } catch (NegativeResponseException e) {
      return e.getCommandStatus();
    } catch (PDUException | ResponseTimeoutException | InvalidResponseException | IOException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    closed.countDown();
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    cut();
  }

  private void listen() {
    while (!server.isClosed()) {
      try {
        Connection connection = new SocketConnection(server.accept());
        connections.add(connection);
        Thread.ofVirtual().start(() -> serve(connection));
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  private void serve(Connection connection) {
    SMPPServerSession session =
        new SMPPServerSession(connection, null, new Script(), null, THREADS, QUEUE);
    session.setTransactionTimer(WAIT_MILLIS);
    SmscAction.OfBind action = SmscAction.OfBind.ACCEPT;
    try {
      BindRequest bind = session.waitForBind(WAIT_MILLIS);
      SmscAction.OfBind told = bindActions.poll();
      action = told == null ? SmscAction.OfBind.ACCEPT : told;
      switch (action) {
        case ACCEPT -> {
          sessions.add(session);
          bind.accept("smsc");
        }
        case REFUSE -> bind.reject(SMPPConstant.STAT_ESME_RINVPASWD);
        case HANG -> awaitClose();
        case CUT -> cut(connection);
      }
    } catch (TimeoutException | PDUStringException | IOException e) {
      cut(connection);
    } finally {
      binds.add(action);
    }
  }

  private void awaitClose() {
    try {
      closed.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void cut(Connection connection) {
    try {
      connection.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Taken accept(SubmitSm pdu) {
    String name = names.poll();
    Taken taken = new Taken(name == null ? "id" + ids.incrementAndGet() : name, pdu);
    ledger.add(taken);
    fresh.add(taken);
    return taken;
  }

  /** Acts on submits. */
  private final class Script extends SubmitsOnly {

    @Override
    public SubmitSmResult onAcceptSubmitSm(SubmitSm pdu, SMPPServerSession source)
        throws ProcessRequestException {
      SmscAction told = actions.poll();
      try {
        return act(told == null ? new SmscAction.Accept() : told, pdu, source);
      } catch (PDUStringException | IOException | InterruptedException e) {
        throw new ProcessRequestException(
            "the script failed: " + e, SMPPConstant.STAT_ESME_RSYSERR);
      }
    }

    private SubmitSmResult act(SmscAction action, SubmitSm pdu, SMPPServerSession session)
        throws ProcessRequestException, PDUStringException, IOException, InterruptedException {
      return switch (action) {
        case SmscAction.Refuse refuse -> throw new ProcessRequestException("told", refuse.status());
        case SmscAction.Cut cut -> {
          cutNow(session);
          throw new ProcessRequestException("told", SMPPConstant.STAT_ESME_RSYSERR);
        }
        default -> {
          Taken taken = accept(pdu);
          afterwards(action, taken, session);
          yield new SubmitSmResult(new MessageId(taken.id()), new OptionalParameter[0]);
        }
      };
    }

    private void afterwards(SmscAction action, Taken taken, SMPPServerSession session)
        throws IOException, InterruptedException {
      switch (action) {
        case SmscAction.AcceptLate late -> await(late.told());
        case SmscAction.AcceptInSilence silence -> closed.await();
        case SmscAction.AcceptAndCut cut -> cutNow(session);
        case SmscAction.AcceptAndBabble babble -> {
          babble("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
          closed.await();
        }
        case SmscAction.AcceptAfterReceipts receipts -> {
          for (int i = 0; i < receipts.times(); i++) {
            deliver(taken.id(), "DELIVRD");
          }
        }
        case SmscAction.AcceptUnreadably unreadable -> {
          babble(Pdus.submitAnswer(taken.pdu().getSequenceNumber(), "x".repeat(100)));
          closed.await();
        }
        case SmscAction.AcceptAndUnbind unbind -> session.unbindAndClose();
        case SmscAction.Accept accept -> {}
        case SmscAction.Refuse refuse -> {}
        case SmscAction.Cut cut -> {}
      }
    }

    /** Until it is told, or nobody can tell it any more. */
    private void await(CountDownLatch told) throws InterruptedException {
      while (!told.await(10, TimeUnit.MILLISECONDS) && closed.getCount() > 0) {}
    }

    private static void cutNow(SMPPServerSession session) {
      session.close();
    }
  }

  /** A message centre that knows only submit_sm. */
  abstract static class SubmitsOnly implements ServerMessageReceiverListener {

    private static ProcessRequestException unknown() {
      return new ProcessRequestException("only submit_sm", SMPPConstant.STAT_ESME_RINVCMDID);
    }

    @Override
    public SubmitMultiResult onAcceptSubmitMulti(SubmitMulti pdu, SMPPServerSession source)
        throws ProcessRequestException {
      throw unknown();
    }

    @Override
    public QuerySmResult onAcceptQuerySm(QuerySm pdu, SMPPServerSession source)
        throws ProcessRequestException {
      throw unknown();
    }

    @Override
    public void onAcceptReplaceSm(ReplaceSm pdu, SMPPServerSession source)
        throws ProcessRequestException {
      throw unknown();
    }

    @Override
    public void onAcceptCancelSm(CancelSm pdu, SMPPServerSession source)
        throws ProcessRequestException {
      throw unknown();
    }

    @Override
    public BroadcastSmResult onAcceptBroadcastSm(BroadcastSm pdu, SMPPServerSession source)
        throws ProcessRequestException {
      throw unknown();
    }

    @Override
    public void onAcceptCancelBroadcastSm(CancelBroadcastSm pdu, SMPPServerSession source)
        throws ProcessRequestException {
      throw unknown();
    }

    @Override
    public QueryBroadcastSmResult onAcceptQueryBroadcastSm(
        QueryBroadcastSm pdu, SMPPServerSession source) throws ProcessRequestException {
      throw unknown();
    }

    @Override
    public DataSmResult onAcceptDataSm(DataSm pdu, Session source) throws ProcessRequestException {
      throw unknown();
    }
  }
}
