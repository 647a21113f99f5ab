package io.messina.connectors.smpp;

import io.messina.api.message.protocol.SmppLimits;
import io.messina.api.message.protocol.SmppOptions;
import io.messina.connectors.SendResult;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jsmpp.GenericNackResponseException;
import org.jsmpp.InvalidResponseException;
import org.jsmpp.PDUException;
import org.jsmpp.PDUStringException;
import org.jsmpp.SynchronizedPDUSender;
import org.jsmpp.bean.BindType;
import org.jsmpp.bean.Command;
import org.jsmpp.bean.NumberingPlanIndicator;
import org.jsmpp.bean.SubmitSmResp;
import org.jsmpp.bean.TypeOfNumber;
import org.jsmpp.extra.NegativeResponseException;
import org.jsmpp.extra.PendingResponse;
import org.jsmpp.extra.ResponseTimeoutException;
import org.jsmpp.extra.SessionState;
import org.jsmpp.session.BindParameter;
import org.jsmpp.session.SMPPSession;
import org.jsmpp.session.SendCommandTask;
import org.jsmpp.session.SubmitSmCommandTask;
import org.jsmpp.session.UnbindCommandTask;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection, bound once. It adds to the library's: a window; a submit_sm that was given up is
 * not written; and nothing under way waits for its time-out once the connection is gone. Safe for
 * use by many threads.
 */
final class SmscSession extends SMPPSession {

  private static final Logger LOG = LoggerFactory.getLogger(SmscSession.class);
  private static final Duration GOODBYE = Duration.ofSeconds(1);

  /** Fewer let answers wait, which then look like lost ones. */
  private static final int THREADS = 16;

  /** The library counts from it. */
  private static final int BIND_SEQUENCE = 1;

  private final ReceiptDesk desk;
  private final Semaphore window;
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Set<Exchange> underWay = ConcurrentHashMap.newKeySet();
  private volatile boolean gone;

  SmscSession(SmppOptions options, ReceiptDesk desk) {
    this(options, desk, new PduStream());
  }

  private SmscSession(SmppOptions options, ReceiptDesk desk, PduStream stream) {
    SmppLimits limits = options.limits();
    super(
        new SynchronizedPDUSender(new SecretivePduSender()),
        stream,
        new SmscConnections(options.tls(), limits.transactionTimer()));
    this.desk = desk;
    this.window = new Semaphore(limits.window(), true);
    stream.deliverTo(this::deliver);
    setTransactionTimer(limits.transactionTimer().toMillis());
    setEnquireLinkTimer(Math.toIntExact(limits.enquireLink().toMillis()));
    setPduProcessorDegree(THREADS);
    setQueueCapacity(limits.window() + THREADS);
    addSessionStateListener((now, before, source) -> changed(now));
  }

  /**
   * Connects and binds. Closes the connection if that fails, which the library sometimes forgets.
   *
   * @throws IOException if the message centre is unreachable, refuses, or does not answer in time
   */
  void bind(SmppOptions options, BindType type, String password) throws IOException {
    BindParameter parameter =
        new BindParameter(
            type,
            options.account().systemId(),
            password,
            options.account().systemType().orElse(""),
            TypeOfNumber.UNKNOWN,
            NumberingPlanIndicator.UNKNOWN,
            "");
    try {
      connectAndBind(options.host(), options.port(), parameter, getTransactionTimer());
    } finally {
      if (!getSessionState().isBound()) {
        close();
      }
    }
  }

  /** Whether the message centre listens. */
  boolean isUsable() {
    return !gone && getSessionState().isBound();
  }

  /** Returns the window: the permits for submits without an answer. */
  Semaphore window() {
    return window;
  }

  /**
   * Submits on a separate thread, since interrupting one that writes would end the connection for
   * all. The caller's place in the window is free again after an answer, or when none came within
   * the transaction timer, also if the caller waits no longer.
   *
   * @param answered turns the message centre's answer into the caller's result
   * @return the submit, which ends with its result
   */
  PendingSubmit submit(Submission submission, UnaryOperator<SendResult> answered) {
    Exchange exchange = new Exchange(submission, answered);
    Thread.ofVirtual().name("smpp-submit").start(exchange);
    return exchange.pending;
  }

  /** Says goodbye, for a moment only, and ends the connection. */
  void leave() {
    Thread.ofVirtual().name("smpp-unbind").start(this::sayGoodbye);
    try {
      ended.await(GOODBYE.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    close();
  }

  private void sayGoodbye() {
    try {
      executeSendCommand(new UnbindCommandTask(pduSender()), GOODBYE.toMillis());
    } catch (PDUException
        | ResponseTimeoutException
        | InvalidResponseException
        | NegativeResponseException
        | IOException e) {
      LOG.debug("The message centre did not answer an unbind", e);
    } finally {
      ended.countDown();
    }
  }

  private void deliver(Command header, byte[] pdu) {
    desk.take(pdu, status -> answer(status, header.getSequenceNumber()));
  }

  private void answer(int status, int sequence) {
    try {
      pduSender().sendDeliverSmResp(connection().getOutputStream(), status, sequence, null);
    } catch (IOException e) {
      LOG.debug("A deliver_sm could not be answered; it will come again", e);
    }
  }

  private void changed(SessionState state) {
    if (state == SessionState.CLOSED || state == SessionState.UNBOUND) {
      gone = true;
      ended.countDown();
      wake(BIND_SEQUENCE);
      underWay.forEach(Exchange::lose);
    }
  }

  /** Without a connection, a waiting submit would wait for its whole time-out. */
  private void wake(int sequence) {
    PendingResponse<Command> pending = removePendingResponse(sequence);
    if (pending != null) {
      pending.doneWithInvalidResponse(new InvalidResponseException("the connection is gone"));
    }
  }

  /** One submit_sm and its answer. */
  private final class Exchange implements Runnable, SendCommandTask {

    private final PendingSubmit pending = new PendingSubmit();
    private final Submission submission;
    private final UnaryOperator<SendResult> answered;
    private volatile @Nullable Integer sequence;

    Exchange(Submission submission, UnaryOperator<SendResult> answered) {
      this.submission = submission;
      this.answered = answered;
    }

    @Override
    public void run() {
      underWay.add(this);
      try {
        exchange();
      } catch (PDUStringException e) {
        pending.end(new SendResult.Refused("pdu", "no submit_sm holds it: " + e.getMessage()));
      } catch (PDUException
          | ResponseTimeoutException
          | InvalidResponseException
          | IOException
          | RuntimeException e) {
        pending.giveUp("connect", "no answer: " + e.getMessage());
      } finally {
        underWay.remove(this);
        window.release();
      }
    }

    private void exchange()
        throws PDUException, ResponseTimeoutException, InvalidResponseException, IOException {
      try {
        Command response = executeSendCommand(this, getTransactionTimer());
        pending.end(
            response instanceof SubmitSmResp taken
                ? answered.apply(new SendResult.Accepted(id(taken), 1))
                : new SendResult.Uncertain("the message centre gave the answer to something else"));
      } catch (NegativeResponseException e) {
        pending.end(answered.apply(CommandStatus.ofAnswer(e.getCommandStatus())));
      } catch (GenericNackResponseException e) {
        pending.end(answered.apply(CommandStatus.ofNack(e.getCommandStatus())));
      }
    }

    private static Optional<String> id(SubmitSmResp taken) {
      return Optional.ofNullable(taken.getMessageId()).filter(id -> !id.isEmpty());
    }

    @Override
    public void executeTask(OutputStream out, int number) throws PDUException, IOException {
      sequence = number;
      synchronized (
          out) { // all senders write under this lock; a submit that waits for it can still be given
        // up
        if (gone || !pending.mayWrite()) {
          removePendingResponse(number);
          throw new PDUException("given up before it was written");
        }
        try {
          submission.write(pduSender(), out, number);
        } catch (PDUStringException e) {
          removePendingResponse(number);
          throw e;
        }
        pending.written();
      }
    }

    @Override
    public String getCommandName() {
      return SubmitSmCommandTask.COMMAND_NAME_SUBMIT_SM;
    }

    private void lose() {
      pending.giveUp("connect", "the bind was lost before an answer");
      Integer number = sequence;
      if (number != null) {
        wake(number);
      }
    }
  }
}
