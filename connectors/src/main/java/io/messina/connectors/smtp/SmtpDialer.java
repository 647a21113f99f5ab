package io.messina.connectors.smtp;

import io.messina.api.message.protocol.SmtpLimits;
import io.messina.api.message.protocol.SmtpServer;
import io.messina.api.message.protocol.SmtpTls;
import io.messina.connectors.Secrets;
import io.messina.connectors.SendResult;
import jakarta.mail.AuthenticationFailedException;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.eclipse.angus.mail.util.WriteTimeoutSocket;

/**
 * Connects to a mail server. Angus is given sockets that are connected: its own way of connecting
 * looks names up for as long as it takes, and tries only the first address.
 */
final class SmtpDialer {

  private final SmtpServer server;
  private final SmtpLimits limits;
  private final Secrets secrets;
  private final SSLSocketFactory encryption;
  private final ScheduledExecutorService timer;
  private final Session session;

  /**
   * A dialer.
   *
   * @param localName the name of this side, for the greeting
   */
  SmtpDialer(
      SmtpServer server,
      SmtpLimits limits,
      Secrets secrets,
      SSLSocketFactory encryption,
      ScheduledExecutorService timer,
      String localName) {
    this.server = server;
    this.limits = limits;
    this.secrets = secrets;
    this.encryption = encryption;
    this.timer = timer;
    this.session = Session.getInstance(properties(localName));
  }

  /** Time-outs are those of the sockets, so these properties have none. */
  private Properties properties(String localName) {
    String isStartTls = Boolean.toString(server.tls() == SmtpTls.STARTTLS);
    Properties properties = new Properties();
    properties.setProperty("mail.smtp.starttls.enable", isStartTls);
    properties.setProperty("mail.smtp.starttls.required", isStartTls);
    properties.setProperty("mail.smtp.ssl.checkserveridentity", "true");
    properties.put("mail.smtp.ssl.socketFactory", encryption);
    properties.setProperty("mail.smtp.auth.mechanisms", "PLAIN LOGIN");
    properties.setProperty("mail.smtp.quitwait", "false");
    properties.setProperty("mail.smtp.localhost", localName);
    return properties;
  }

  /**
   * Connects and logs in.
   *
   * @param deadline which guards the connection from then on
   * @param pool which is told of the socket, so that it can close it
   * @throws NoConnectionException if none can be made
   */
  SmtpConnection connect(ExchangeTimer deadline, SmtpPool pool) throws NoConnectionException {
    Optional<SmtpLogin> login = login();
    Socket socket = null;
    try {
      socket = dial(deadline, pool);
      SmtpConnection connection = new SmtpConnection(session, socket, login);
      begin(connection, encrypted(socket));
      return connection;
    } catch (IOException | RuntimeException e) {
      if (socket != null) {
        pool.cut(socket);
      }
      throw failed(e);
    } catch (NoConnectionException e) {
      pool.cut(socket);
      throw e;
    }
  }

  private Optional<SmtpLogin> login() throws NoConnectionException {
    try {
      return server
          .user()
          .map(user -> new SmtpLogin(user, secrets.find(server.password().orElseThrow())));
    } catch (IllegalArgumentException e) {
      throw new NoConnectionException(
          new SendResult.Failed("auth", String.valueOf(e.getMessage())), e);
    }
  }

  private Socket dial(ExchangeTimer deadline, SmtpPool pool) throws IOException {
    IOException failure = new IOException("no address");
    for (InetAddress address : addresses(deadline)) {
      Socket socket = SocketChannel.open().socket();
      try {
        pool.opened(socket);
        deadline.guard(socket);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(Math.toIntExact(limits.readTimeout().toMillis()));
        // With its name, by which its certificate is checked after STARTTLS
        socket.connect(
            new InetSocketAddress(
                InetAddress.getByAddress(server.host(), address.getAddress()), server.port()),
            Math.toIntExact(limits.connectTimeout().toMillis()));
        return socket;
      } catch (IOException e) {
        pool.cut(socket);
        failure = e;
      }
    }
    throw failure;
  }

  /** Looks the name up on a separate thread: nothing else can end a lookup that hangs. */
  private List<InetAddress> addresses(ExchangeTimer deadline) throws IOException {
    FutureTask<InetAddress[]> lookup =
        new FutureTask<>(() -> InetAddress.getAllByName(server.host()));
    Thread.ofPlatform().daemon().name("messina-smtp-lookup").start(lookup);
    try {
      return List.of(lookup.get(patience(deadline).toNanos(), TimeUnit.NANOSECONDS));
    } catch (ExecutionException e) {
      throw new IOException(SmtpConnection.reason(e), e);
    } catch (TimeoutException e) {
      throw new SocketTimeoutException("looking up " + server.host() + " takes too long");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    }
  }

  private Duration patience(ExchangeTimer deadline) {
    Duration left = deadline.left();
    return left.compareTo(limits.connectTimeout()) < 0 ? left : limits.connectTimeout();
  }

  private Socket encrypted(Socket socket) throws IOException {
    Socket bounded =
        new WriteTimeoutSocket(socket, Math.toIntExact(limits.writeTimeout().toMillis()), timer);
    if (server.tls() != SmtpTls.TLS) {
      return bounded;
    }
    SSLSocket encrypted =
        (SSLSocket) encryption.createSocket(bounded, server.host(), server.port(), true);
    SSLParameters parameters = encrypted.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    encrypted.setSSLParameters(parameters);
    encrypted.startHandshake();
    return encrypted;
  }

  private void begin(SmtpConnection connection, Socket socket) throws NoConnectionException {
    try {
      connection.connect(socket);
    } catch (MessagingException e) {
      throw refused(connection, e);
    }
    if (server.user().isPresent() && !connection.takesLogins()) {
      throw new NoConnectionException(
          new SendResult.Failed("auth", "the server lets no account log in"),
          new AuthenticationFailedException());
    }
  }

  private static NoConnectionException refused(SmtpConnection connection, MessagingException e) {
    Optional<SmtpReply> reply = connection.lastReply().filter(any -> !isOfNetwork(e));
    if (reply.isEmpty()) {
      return failed(e);
    } else if (reply.get().isClosing() && reply.get().isThrottling()) {
      return new NoConnectionException(reply.get().refusal(), e);
    }
    String code = e instanceof AuthenticationFailedException ? "auth" : "connect";
    String said = reply.get().isRefusal() ? reply.get().text() : SmtpConnection.reason(e);
    return new NoConnectionException(new SendResult.Failed(code, said), e);
  }

  private static boolean isOfNetwork(Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof IOException) {
        return true;
      }
    }
    return false;
  }

  private static NoConnectionException failed(Exception e) {
    return new NoConnectionException(new SendResult.Failed("connect", SmtpConnection.reason(e)), e);
  }
}
