package io.messina.server.http;

import io.messina.api.ProblemCode;
import io.messina.server.problem.ProblemException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory that the bodies of all requests take, and what is made of them. Safe for use by many
 * threads.
 */
final class ByteBudget {

  private final long bytesMax;
  private final AtomicLong taken = new AtomicLong();

  ByteBudget(long bytesMax) {
    this.bytesMax = bytesMax;
  }

  long taken() {
    return taken.get();
  }

  /** The share of one request; for one thread. */
  Share newShare() {
    return new Share();
  }

  /** The share of one request, given back as a whole. */
  final class Share implements AutoCloseable {

    private long bytes;

    /** Refuses bytes that do not fit the budget, for now or ever. */
    void take(long more) {
      if (bytes + more > bytesMax) {
        throw new ProblemException(
            ProblemCode.TOO_LARGE,
            "body: with what is made of it more than "
                + bytesMax
                + " bytes of memory (expected: at most that, which is bodies-max)");
      }
      if (taken.addAndGet(more) > bytesMax) {
        taken.addAndGet(-more);
        throw new ProblemException(
            ProblemCode.OVERLOADED,
            "bodies: " + bytesMax + " bytes are in use by requests (expected: a free part)");
      }
      bytes += more;
    }

    /** Repeating it changes nothing. */
    @Override
    public void close() {
      taken.addAndGet(-bytes);
      bytes = 0;
    }
  }
}
