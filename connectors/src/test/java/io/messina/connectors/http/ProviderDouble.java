package io.messina.connectors.http;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import javax.net.ServerSocketFactory;

/**
 * A provider on a port of this machine, with a ledger of what it took. It does what its scripts
 * say, one for each request, and then what the standing script says.
 */
public final class ProviderDouble implements AutoCloseable {

  /** Whether it recognises a key that it has. */
  public enum Repeats {
    /** No: each request is another message. */
    NEW,
    /** It answers as the first time. */
    REPLAYED,
    /** Likewise, and with 422 if the body is another. */
    COMPARED
  }

  private static final int BACKLOG = 1_000;

  private final ServerSocket server;
  private final String scheme;
  private final Function<Received, String> key;
  private final Repeats repeats;
  private final Queue<Script> scripts = new ConcurrentLinkedQueue<>();
  private final Map<String, List<Received>> ledger = new ConcurrentHashMap<>();
  private final Map<String, Script> answered = new ConcurrentHashMap<>();
  private final BlockingQueue<Received> received = new LinkedBlockingQueue<>();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger connections = new AtomicInteger();
  private final Semaphore closed = new Semaphore(0);
  private final AtomicLong hugeBytes = new AtomicLong();
  private volatile Script standing = Script.accept();

  private ProviderDouble(
      ServerSocketFactory sockets, String scheme, Function<Received, String> key, Repeats repeats)
      throws IOException {
    server = sockets.createServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
    this.scheme = scheme;
    this.key = key;
    this.repeats = repeats;
  }

  /**
   * Starts one.
   *
   * @param key of a message in a request
   */
  public static ProviderDouble start(Function<Received, String> key, Repeats repeats)
      throws IOException {
    return start(ServerSocketFactory.getDefault(), "http", key, repeats);
  }

  public static ProviderDouble start(
      ServerSocketFactory sockets, String scheme, Function<Received, String> key, Repeats repeats)
      throws IOException {
    ProviderDouble provider = new ProviderDouble(sockets, scheme, key, repeats);
    Thread.ofVirtual().start(provider::acceptConnections);
    return provider;
  }

  public int port() {
    return server.getLocalPort();
  }

  public String url(String path) {
    return scheme + "://localhost:" + port() + path;
  }

  /** What it does with the next requests. */
  public void next(Script... each) {
    scripts.addAll(List.of(each));
  }

  /** What it does with requests that have no script of their own. */
  public void always(Script script) {
    standing = script;
  }

  /** How many messages it took under a key. */
  public int taken(String message) {
    return ledger.getOrDefault(message, List.of()).size();
  }

  /** All that it took, by key. */
  public Map<String, List<Received>> ledger() {
    return Map.copyOf(ledger);
  }

  /** How many connections there were. */
  public int connections() {
    return connections.get();
  }

  /** Waits until one more connection is closed. */
  public void awaitClosed() {
    closed.acquireUninterruptibly();
  }

  /** How many bytes of huge bodies went out. */
  public long hugeBytes() {
    return hugeBytes.get();
  }

  /** The next request that was read, in their order; waits for it. */
  public Received request() throws InterruptedException {
    Received next = received.poll(10, TimeUnit.SECONDS);
    if (next == null) {
      throw new AssertionError("no request came");
    }
    return next;
  }

  /** How many requests were read and not looked at. */
  public int unseen() {
    return received.size();
  }

  /** Closes all connections. */
  public void cutAll() throws IOException {
    for (Socket each : open) {
      each.close();
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    cutAll();
  }

  private void acceptConnections() {
    try {
      while (true) {
        Socket socket = server.accept();
        connections.incrementAndGet();
        open.add(socket);
        Thread.ofVirtual().start(() -> serve(socket));
      }
    } catch (IOException e) {
      // It is closed.
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      InputStream in = new BufferedInputStream(socket.getInputStream());
      OutputStream out = socket.getOutputStream();
      while (serveOne(in, out)) {
        // until it ends
      }
    } catch (IOException | InterruptedException e) {
      // The client is gone.
    } finally {
      open.remove(socket);
      closed.release();
    }
  }

  private boolean serveOne(InputStream in, OutputStream out)
      throws IOException, InterruptedException {
    String line = line(in);
    if (line.isEmpty()) {
      return false;
    }
    Script script = Optional.ofNullable(scripts.poll()).orElse(standing);
    if (script.ending() == Script.Ending.CUT_UNREAD) {
      return false;
    }
    Map<String, String> headers = headers(in);
    if (script.ending() == Script.Ending.CUT_BEHIND_HEADERS) {
      return false;
    }
    int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
    String[] words = line.split(" ", -1);
    Received request = new Received(words[0], words[1], headers, in.readNBytes(length));
    if (request.body().length < length) {
      return false;
    }
    return answer(in, out, decide(request, script));
  }

  /** Takes the message, or finds that it has it. */
  private Script decide(Received request, Script script) {
    String message = key.apply(request);
    Script result = script;
    if (repeats != Repeats.NEW && ledger.containsKey(message)) {
      boolean isSame = ledger.get(message).getFirst().hasBodyOf(request);
      result =
          isSame || repeats == Repeats.REPLAYED
              ? answered.getOrDefault(message, Script.accept())
              : Script.refuse(422, "{\"error\":\"other body\"}");
    } else if (script.accepts()) {
      ledger.computeIfAbsent(message, ignored -> new CopyOnWriteArrayList<>()).add(request);
      answered.put(message, replay(script));
    }
    received.add(request);
    return result;
  }

  /** Providers replay their successes alone; of others they say that they have the message. */
  private static Script replay(Script first) {
    return first.status() < 300 ? Script.accept(first.status(), first.body()) : Script.accept();
  }

  private boolean answer(InputStream in, OutputStream out, Script script)
      throws IOException, InterruptedException {
    if (!script.delay().isZero()) {
      Thread.sleep(script.delay());
    }
    byte[] body = script.body().getBytes(StandardCharsets.UTF_8);
    return switch (script.ending()) {
      case ANSWER -> {
        write(out, script, body.length, body);
        yield true;
      }
      case ANSWER_CUT -> {
        write(out, script, body.length, body);
        yield false;
      }
      case ANSWER_TWICE -> {
        byte[] once = bytes(script, body.length, body);
        byte[] twice = Arrays.copyOf(once, 2 * once.length);
        System.arraycopy(once, 0, twice, once.length, once.length);
        out.write(twice);
        yield true;
      }
      case CUT_BODY -> {
        write(out, script, body.length + 10, body);
        yield false;
      }
      case HANG_BODY -> {
        write(out, script, body.length + 10, body);
        yield untilGone(in);
      }
      case HUGE_BODY -> writeHuge(out, script);
      case GARBAGE -> {
        out.write("\u0000\u0001 garbage \r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
        yield false;
      }
      case CUT_HEADERS -> {
        out.write("HTTP/1.1 200 OK\r\nContent-Le".getBytes(StandardCharsets.ISO_8859_1));
        yield false;
      }
      case HANG -> untilGone(in);
      case CUT, CUT_UNREAD, CUT_BEHIND_HEADERS -> false;
    };
  }

  private static void write(OutputStream out, Script script, long length, byte[] body)
      throws IOException {
    out.write(bytes(script, length, body));
    out.flush();
  }

  private static byte[] bytes(Script script, long length, byte[] body) {
    StringBuilder head = new StringBuilder("HTTP/1.1 " + script.status() + " Status\r\n");
    head.append("Content-Type: application/json\r\nContent-Length: ").append(length);
    script.headers().forEach((name, value) -> head.append("\r\n" + name + ": " + value));
    byte[] bytes = (head + "\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1);
    byte[] whole = new byte[bytes.length + body.length];
    System.arraycopy(bytes, 0, whole, 0, bytes.length);
    System.arraycopy(body, 0, whole, bytes.length, body.length);
    return whole;
  }

  private boolean writeHuge(OutputStream out, Script script) throws IOException {
    write(out, script, 1L << 30, new byte[0]);
    byte[] block = new byte[1 << 16];
    for (int i = 0; i < 1 << 14; i++) {
      out.write(block);
      hugeBytes.addAndGet(block.length);
    }
    return false;
  }

  private static boolean untilGone(InputStream in) throws IOException {
    while (in.read() >= 0) {
      // nothing more is expected
    }
    return false;
  }

  private static Map<String, String> headers(InputStream in) throws IOException {
    Map<String, String> headers = new TreeMap<>();
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      int colon = line.indexOf(':');
      String name = line.substring(0, colon).toLowerCase(Locale.ROOT);
      headers.put(name, line.substring(colon + 1).strip());
    }
    return headers;
  }

  /** A line without its end; empty at the end of all. */
  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
      if (next != '\r') {
        line.append((char) next);
      }
    }
    return line.toString();
  }
}
