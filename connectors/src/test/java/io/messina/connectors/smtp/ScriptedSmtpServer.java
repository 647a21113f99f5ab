package io.messina.connectors.smtp;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.messina.connectors.smtp.SmtpScript.End;
import io.messina.connectors.smtp.SmtpScript.Step;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * A mail server on a port of this machine that does what a script says, and keeps a ledger of what
 * it took. It answers each command at once, and hangs until the client goes.
 */
public final class ScriptedSmtpServer implements AutoCloseable {

  /**
   * A mail that it took.
   *
   * @param messageId by its header, without angle brackets
   * @param recipient of the envelope
   * @param text as it was sent
   */
  public record Entry(String messageId, String recipient, String text) {}

  private static final Pattern MESSAGE_ID =
      Pattern.compile("^Message-ID: <([^>]+)>", Pattern.MULTILINE);
  private static final Pattern ADDRESS = Pattern.compile("<(.*)>.*");

  private final ServerSocket listener;
  private final List<String> extensions;
  private final Optional<SSLContext> encryption;
  private final Map<String, SmtpScript> byRecipient = new ConcurrentHashMap<>();
  private final List<SmtpScript> always = new CopyOnWriteArrayList<>();

  // Guarded by this
  private final List<Entry> ledger = new ArrayList<>();
  private final List<String> commands = new ArrayList<>();

  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final CountDownLatch ended = new CountDownLatch(1);
  private final AtomicInteger connections = new AtomicInteger();
  private final AtomicInteger openMost = new AtomicInteger();

  private ScriptedSmtpServer(Optional<SSLContext> encryption, List<String> extensions)
      throws IOException {
    this.listener = new ServerSocket(0, 1_000, InetAddress.getLoopbackAddress());
    this.encryption = encryption;
    this.extensions = extensions;
    Thread.ofVirtual().start(this::listen);
  }

  /** Starts one with these extensions, such as {@code SMTPUTF8}. */
  public static ScriptedSmtpServer start(String... extensions) {
    return start(Optional.empty(), extensions);
  }

  /** Starts one that offers STARTTLS. */
  public static ScriptedSmtpServer start(SSLContext encryption, String... extensions) {
    return start(Optional.of(encryption), extensions);
  }

  private static ScriptedSmtpServer start(Optional<SSLContext> encryption, String... extensions) {
    try {
      return new ScriptedSmtpServer(encryption, List.of(extensions));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where it listens, on the loopback address. */
  public int port() {
    return listener.getLocalPort();
  }

  /** Does this for mails to a recipient, from the step RCPT on. */
  public void script(String recipient, SmtpScript script) {
    byRecipient.put(recipient, script);
  }

  /** Does this for all mails and connections, in the stead of what was said before. */
  public void always(SmtpScript... scripts) {
    always.clear();
    always.addAll(List.of(scripts));
  }

  /** What it took, in order. */
  public synchronized List<Entry> ledger() {
    return List.copyOf(ledger);
  }

  /** What was said to it, in order; of the texts of mails only the dot. */
  public synchronized List<String> commands() {
    return List.copyOf(commands);
  }

  /** How many connections there were. */
  public int connections() {
    return connections.get();
  }

  /** The most that were open at a time. */
  public int openMost() {
    return openMost.get();
  }

  /**
   * Waits until something is so.
   *
   * @param condition on what this server has seen
   * @throws IllegalStateException if it is not so after a minute
   */
  public synchronized void await(BooleanSupplier condition) {
    long untilNanos = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    while (!condition.getAsBoolean()) {
      try {
        TimeUnit.NANOSECONDS.timedWait(this, untilNanos - System.nanoTime());
      } catch (InterruptedException e) {
        throw new IllegalStateException("interrupted", e);
      }
      if (System.nanoTime() >= untilNanos) {
        throw new IllegalStateException("not so, after " + commands);
      }
    }
  }

  private synchronized void seen(Runnable note) {
    note.run();
    notifyAll();
  }

  /** Closes all connections. */
  public void cutAll() {
    open.forEach(ScriptedSmtpServer::cut);
  }

  @Override
  public void close() {
    ended.countDown();
    try {
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    cutAll();
  }

  private static void cut(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // It is gone already.
    }
  }

  private void listen() {
    try {
      while (true) {
        Socket socket = listener.accept();
        open.add(socket);
        seen(connections::incrementAndGet);
        openMost.accumulateAndGet(open.size(), Math::max);
        Thread.ofVirtual().start(() -> serve(socket));
      }
    } catch (IOException e) {
      // It is closed.
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      new Conversation(socket).run();
    } catch (IOException e) {
      // The client has gone, or a script has cut.
    } finally {
      open.remove(socket);
    }
  }

  /** One connection. */
  private final class Conversation {

    private Socket socket;
    private InputStream in;
    private String recipient = "";

    Conversation(Socket socket) throws IOException {
      this.socket = socket;
      this.in = new BufferedInputStream(socket.getInputStream());
    }

    void run() throws IOException {
      at(Step.CONNECT, "220 scripted ESMTP", "");
      Optional<String> command = line();
      while (command.isPresent()) {
        String said = command.get();
        seen(() -> commands.add(said));
        if (!obey(said)) {
          return;
        }
        command = line();
      }
    }

    /** False if the connection is over. */
    private boolean obey(String command) throws IOException {
      String verb = command.split("[ :]", 2)[0];
      switch (verb) {
        case "EHLO" -> at(Step.EHLO, "250-scripted\r\n" + offers() + "250 OK", "");
        case "STARTTLS" -> encrypt();
        case "AUTH" -> at(Step.AUTH, "235 2.7.0 welcome", "");
        case "MAIL" -> at(Step.MAIL, "250 2.1.0 OK", "");
        case "RCPT" -> {
          recipient = address(command);
          at(Step.RCPT, "250 2.1.5 OK", "");
        }
        case "DATA" -> data();
        case "RSET", "NOOP" -> at(Step.RSET, "250 2.0.0 OK", "");
        case "QUIT" -> at(Step.QUIT, "221 2.0.0 bye", "");
        default -> say("500 5.5.1 what?");
      }
      return !verb.equals("QUIT");
    }

    private String offers() {
      List<String> offered = new ArrayList<>(extensions);
      if (encryption.isPresent() && !(socket instanceof SSLSocket)) {
        offered.add("STARTTLS");
      }
      return offered.stream().map(each -> "250-" + each + "\r\n").reduce("", String::concat);
    }

    private void encrypt() throws IOException {
      if (!at(Step.STARTTLS, "220 2.0.0 go", "")) {
        return;
      }
      SSLSocket encrypted =
          (SSLSocket) encryption.orElseThrow().getSocketFactory().createSocket(socket, null, true);
      encrypted.setUseClientMode(false);
      socket = encrypted;
      in = new BufferedInputStream(encrypted.getInputStream());
    }

    private void data() throws IOException {
      if (!at(Step.DATA, "354 go", "")) {
        return;
      }
      StringBuilder text = new StringBuilder();
      for (Optional<String> line = line(); ; line = line()) {
        String said = line.orElseThrow(() -> new IOException("no dot"));
        if (said.equals(".")) {
          seen(() -> commands.add("."));
          break;
        }
        if (text.isEmpty()) {
          at(Step.BODY, "", "");
        }
        text.append(said.startsWith(".") ? said.substring(1) : said).append("\r\n");
      }
      at(Step.DOT, "250 2.0.0 OK", text.toString());
    }

    /** Does what the script says, or what a good server does; true if it did the latter. */
    private boolean at(Step step, String usual, String text) throws IOException {
      Optional<SmtpScript> script = script(step);
      if (script.map(SmtpScript::accepts).orElse(step == Step.DOT)) {
        Matcher id = MESSAGE_ID.matcher(text);
        Entry entry = new Entry(id.find() ? id.group(1) : "", recipient, text);
        seen(() -> ledger.add(entry));
      }
      if (script.isEmpty()) {
        say(usual);
        return true;
      }
      say(script.get().reply().orElse(""));
      if (script.get().end() == End.HANG) {
        in.transferTo(OutputStream.nullOutputStream());
      }
      if (script.get().end() == End.STALL) {
        awaitEnd();
      }
      if (script.get().end() != End.GO_ON) {
        throw new IOException("as the script says");
      }
      return false;
    }

    private void awaitEnd() throws IOException {
      try {
        ended.await();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
    }

    private Optional<SmtpScript> script(Step step) {
      return Optional.ofNullable(byRecipient.get(recipient))
          .filter(script -> script.step() == step && step.compareTo(Step.RCPT) >= 0)
          .or(() -> always.stream().filter(script -> script.step() == step).findFirst());
    }

    private void say(String reply) throws IOException {
      if (!reply.isEmpty()) {
        socket.getOutputStream().write((reply + "\r\n").getBytes(UTF_8));
      }
    }

    private Optional<String> line() throws IOException {
      ByteArrayOutputStream line = new ByteArrayOutputStream();
      for (int each = in.read(); each >= 0; each = in.read()) {
        if (each == '\n') {
          return Optional.of(line.toString(UTF_8).replaceAll("\r$", ""));
        }
        line.write(each);
      }
      return Optional.empty();
    }

    private static String address(String command) {
      Matcher address = ADDRESS.matcher(command);
      return address.find() ? address.group(1) : "";
    }
  }
}
