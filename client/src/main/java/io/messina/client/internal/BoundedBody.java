package io.messina.client.internal;

import io.messina.client.error.MessinaException;
import io.messina.client.error.Problem;
import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Gathers the bytes of an answer, up to a bound. */
final class BoundedBody implements BodySubscriber<BoundedBody.Received> {

  /** A whole body, and when its answer began, by the monotonic clock. */
  record Received(byte[] bytes, long beganNanoTime) {}

  private final int bytesMax;
  private final long beganNanoTime;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final CompletableFuture<Received> body = new CompletableFuture<>();
  private Flow.@Nullable Subscription subscription;

  BoundedBody(int bytesMax, long beganNanoTime) {
    this.bytesMax = bytesMax;
    this.beganNanoTime = beganNanoTime;
  }

  @Override
  public CompletionStage<Received> getBody() {
    return body;
  }

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    this.subscription = subscription;
    subscription.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    for (ByteBuffer buffer : buffers) {
      take(buffer);
    }
  }

  private void take(ByteBuffer buffer) {
    if (bytes.size() + buffer.remaining() > bytesMax) {
      String detail = "more than " + bytesMax + " bytes (ask for less)";
      body.completeExceptionally(
          new MessinaException.Failed(Problem.of(ProblemAnswers.TOO_LARGE, detail), null));
      if (subscription != null) {
        subscription.cancel();
      }
    } else {
      byte[] some = new byte[buffer.remaining()];
      buffer.get(some);
      bytes.writeBytes(some);
    }
  }

  @Override
  public void onError(Throwable failure) {
    body.completeExceptionally(failure);
  }

  @Override
  public void onComplete() {
    body.complete(new Received(bytes.toByteArray(), beganNanoTime));
  }
}
