package io.messina.client;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Gathers the bytes of an answer, up to a bound. */
final class BoundedBody implements BodySubscriber<byte[]> {

  private final int bytesMax;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final CompletableFuture<byte[]> body = new CompletableFuture<>();
  private Flow.@Nullable Subscription subscription;

  BoundedBody(int bytesMax) {
    this.bytesMax = bytesMax;
  }

  @Override
  public CompletionStage<byte[]> getBody() {
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
          new MessinaException.Failed(Problem.of("bad_answer", detail), null));
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
    body.complete(bytes.toByteArray());
  }
}
