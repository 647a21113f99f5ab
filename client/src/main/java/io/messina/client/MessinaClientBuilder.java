package io.messina.client;

import io.messina.client.error.MessinaException;
import io.messina.client.error.RetryPolicy;
import io.messina.client.group.ClientMetrics;
import io.messina.client.internal.ClientOptions;
import io.messina.client.internal.Surroundings;
import io.messina.client.internal.SystemSurroundings;
import io.messina.client.internal.Token;
import io.messina.client.internal.Transport;
import io.messina.client.internal.TrustedAuthorities;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/** Builds a {@link MessinaClient}. For one thread. */
public final class MessinaClientBuilder {

  private static final int ANSWER_BYTES_MAX = 64 << 20;

  private final List<URI> urls;
  private Duration connectTimeOut = Duration.ofSeconds(5);
  private Duration timeOut = Duration.ofSeconds(10);
  private RetryPolicy retries = RetryPolicy.DEFAULT;
  private int answerBytesMax = ANSWER_BYTES_MAX;
  private ClientMetrics metrics = ClientMetrics.NONE;
  private @Nullable Token token;
  private @Nullable Path authorities;
  private @Nullable Executor executor;
  private @Nullable Surroundings surroundings;

  MessinaClientBuilder(List<URI> urls) {
    Transport.check(urls);
    this.urls = List.copyOf(urls);
  }

  /**
   * Sets how long to wait for a connection.
   *
   * @param limit 5 s unless set
   * @return this
   */
  public MessinaClientBuilder connectTimeOut(Duration limit) {
    this.connectTimeOut = limit;
    return this;
  }

  /**
   * Sets the time to wait for an answer, in addition to the time that the request itself lets the
   * server wait.
   *
   * @param limit of each attempt; 10 s unless set
   * @return this
   */
  public MessinaClientBuilder timeOut(Duration limit) {
    this.timeOut = limit;
    return this;
  }

  /**
   * Sets how often requests are tried again if that is safe.
   *
   * @param policy {@link RetryPolicy#DEFAULT} unless set
   * @return this
   */
  public MessinaClientBuilder retries(RetryPolicy policy) {
    this.retries = policy;
    return this;
  }

  /**
   * Sets how large an answer may be; a larger one is {@link MessinaException.Failed}.
   *
   * @param bytes 64 MiB unless set
   * @return this
   */
  public MessinaClientBuilder answerBytesMax(int bytes) {
    this.answerBytesMax = bytes;
    return this;
  }

  /**
   * Sets the token that the server asks for.
   *
   * @param text unless this or {@link #tokenFile} is set, that of the environment variable {@code
   *     MESSINA_TOKEN}, or of the file that {@code MESSINA_TOKEN_FILE} names
   * @return this
   */
  public MessinaClientBuilder token(String text) {
    this.token = Token.of(text);
    return this;
  }

  /**
   * Sets the file with the token that the server asks for, in its first line. It is read for each
   * request, so that it may be replaced.
   *
   * @param file as {@link #token}
   * @return this
   * @throws IllegalArgumentException if it cannot be read
   */
  public MessinaClientBuilder tokenFile(Path file) {
    this.token = Token.in(file);
    return this;
  }

  /**
   * Sets the certificate authorities by which servers of https URLs are trusted.
   *
   * @param pem a PEM file; unless set, the one that the environment variable {@code
   *     MESSINA_CA_FILE} names, else those of Java
   * @return this
   */
  public MessinaClientBuilder authorities(Path pem) {
    this.authorities = pem;
    return this;
  }

  /**
   * Sets the metrics, which count repeated requests and the work of workers.
   *
   * @param metrics {@link ClientMetrics#NONE} unless set
   * @return this
   */
  public MessinaClientBuilder metrics(ClientMetrics metrics) {
    this.metrics = metrics;
    return this;
  }

  /**
   * Sets the executor of the client's own tasks and of the actions chained to its futures.
   *
   * @param executor stays open when the client is closed; unless set, platform threads that are
   *     started as needed
   * @return this
   */
  public MessinaClientBuilder executor(Executor executor) {
    this.executor = executor;
    return this;
  }

  MessinaClientBuilder surroundings(Surroundings surroundings) {
    this.surroundings = surroundings;
    return this;
  }

  /**
   * Ends the client.
   *
   * @return a client that has not connected yet
   * @throws IllegalArgumentException if a file with a token or with certificates cannot be read
   */
  public MessinaClient build() {
    Executor tasks = executor != null ? executor : threads();
    HttpClient.Builder http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(connectTimeOut)
            .executor(tasks);
    if (urls.stream().noneMatch(url -> "https".equals(url.getScheme()))) {
      http.sslContext(untrusting());
    } else {
      caFile().map(TrustedAuthorities::in).ifPresent(http::sslContext);
    }
    Surroundings around = surroundings != null ? surroundings : new SystemSurroundings(tasks);
    ClientOptions options =
        new ClientOptions(
            timeOut,
            answerBytesMax,
            retries,
            metrics::retried,
            token != null ? token : Token.ofEnvironment());
    return new MessinaClient(new Transport(http.build(), urls, options, around), metrics);
  }

  private Optional<Path> caFile() {
    return Optional.ofNullable(authorities)
        .or(
            () ->
                Optional.ofNullable(System.getenv("MESSINA_CA_FILE"))
                    .filter(file -> !file.isEmpty())
                    .map(Path::of));
  }

  /**
   * A context that trusts no server. Redirects are not followed, so a client of an http URL never
   * needs TLS, and the JDK's would be made of all its certificates, which takes as long as a call.
   */
  private static SSLContext untrusting() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(new KeyManager[0], new TrustManager[0], null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the JDK has no TLS: " + e.getMessage(), e);
    }
  }

  /** Daemons that end when they have been idle for a minute. */
  private static ExecutorService threads() {
    AtomicInteger number = new AtomicInteger();
    return Executors.newCachedThreadPool(
        task -> {
          Thread thread = new Thread(task, "messina-client-" + number.incrementAndGet());
          thread.setDaemon(true);
          return thread;
        });
  }
}
