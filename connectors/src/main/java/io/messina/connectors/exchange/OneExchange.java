package io.messina.connectors.exchange;

import io.messina.api.Shown;
import io.messina.connectors.exchange.HttpEnding.Answer;
import io.messina.connectors.exchange.HttpEnding.Cause;
import io.messina.connectors.exchange.HttpEnding.Lost;
import io.messina.connectors.exchange.HttpEnding.NotSent;
import java.io.IOException;
import java.io.InputStream;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.jspecify.annotations.Nullable;

/**
 * One request on a separate thread, and the thread that waits for it. Either the first begins to
 * send, or the second gives up, never both: so after giving up it is known whether anything was
 * sent, even if the lookup of a name or a handshake hangs.
 */
final class OneExchange {

  private enum Stage {
    PREPARED,
    SENDING,
    GIVEN_UP
  }

  private final AtomicReference<Stage> stage = new AtomicReference<>(Stage.PREPARED);
  private final CompletableFuture<HttpEnding> ending = new CompletableFuture<>();
  private final CloseableHttpClient client;
  private final Semaphore connections;
  private final HttpUriRequestBase request;
  private volatile boolean isConnecting;
  private volatile @Nullable Answer answer;

  OneExchange(CloseableHttpClient client, Semaphore connections, HttpUriRequestBase request) {
    this.client = client;
    this.connections = connections;
    this.request = request;
  }

  HttpEnding within(Duration timeout) {
    Thread worker = Thread.ofVirtual().name("messina-exchange").start(this::run);
    try {
      return ending.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return giveUp(worker, "no answer in time");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return giveUp(worker, "interrupted");
    } catch (ExecutionException e) {
      throw new IllegalStateException("an exchange ended without an ending", e);
    }
  }

  /** Called right before the first byte is sent. */
  void beginSending() throws IOException {
    if (!stage.compareAndSet(Stage.PREPARED, Stage.SENDING)) {
      throw new IOException("given up before");
    }
  }

  private HttpEnding giveUp(Thread worker, String why) {
    // First, as the interrupt ends the exchange with a reason that says nothing to users.
    ending.complete(broken(why));
    // The interrupt closes the connection, also in the midst of a handshake or an answer.
    worker.interrupt();
    return ending.join();
  }

  private void run() {
    try {
      connections.acquire();
    } catch (InterruptedException e) {
      ending.complete(broken("interrupted"));
      return;
    }
    HttpEnding found;
    try {
      found = exchanged();
    } finally {
      connections.release();
    }
    ending.complete(found);
  }

  private HttpEnding exchanged() {
    isConnecting = true;
    HttpClientContext context = HttpClientContext.create();
    SentRequests.mark(context, this);
    try (ClassicHttpResponse response = client.executeOpen(null, request, context)) {
      answer = answer(response, Optional.empty());
      Optional<byte[]> body = body(response.getEntity());
      answer = answer(response, body);
      if (body.isEmpty()) {
        // Cuts the connection, since closing the answer would read it to its end first.
        request.cancel();
      }
    } catch (ForbiddenAddressException e) {
      return new NotSent(Cause.FORBIDDEN, shown(e));
    } catch (IOException | RuntimeException e) {
      return broken(shown(e));
    }
    return broken("no answer");
  }

  /** Returns the ending that is known if the exchange breaks now. */
  private HttpEnding broken(String why) {
    boolean isUnsent =
        stage.compareAndSet(Stage.PREPARED, Stage.GIVEN_UP) || stage.get() == Stage.GIVEN_UP;
    if (isUnsent) {
      return isConnecting
          ? new NotSent(Cause.UNREACHABLE, "no connection: " + why)
          : new NotSent(Cause.BUSY, "all connections are in use: " + why);
    }
    Answer known = answer;
    return known != null ? known : new Lost("sent, then " + why);
  }

  private static Answer answer(ClassicHttpResponse response, Optional<byte[]> body) {
    Header retryAfter = response.getFirstHeader("Retry-After");
    return new Answer(
        response.getCode(),
        Optional.ofNullable(retryAfter).map(Header::getValue).map(Shown::text),
        body);
  }

  private static Optional<byte[]> body(@Nullable HttpEntity entity) throws IOException {
    if (entity == null) {
      return Optional.of(new byte[0]);
    } else if (entity.getContentEncoding() != null) {
      return Optional.empty();
    }
    InputStream bytes = entity.getContent();
    byte[] read = bytes.readNBytes(HttpExchanges.ANSWER_BYTES_MAX + 1);
    return read.length > HttpExchanges.ANSWER_BYTES_MAX ? Optional.empty() : Optional.of(read);
  }

  private static String shown(Exception e) {
    String message = e.getMessage();
    if (e instanceof UnknownHostException) {
      return Shown.sentence("no such host: " + message);
    }
    return Shown.sentence(message == null ? e.getClass().getSimpleName() : message);
  }
}
