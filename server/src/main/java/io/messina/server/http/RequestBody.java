package io.messina.server.http;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerRequest;
import io.messina.api.ProblemCode;
import io.messina.server.access.Caller;
import io.messina.server.ingest.BodyEncoding;
import io.messina.server.problem.ProblemException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The body of a request, read as a whole within its bounds. For one thread. */
final class RequestBody {

  private static final int BUFFER_BYTES = 1 << 15;

  /** The part of a refused body that is read, so that the client sees the answer. */
  static final long DRAINED_BYTES_MAX = 64L << 20;

  private final ServerRequest request;
  private BodyLimits limits;
  private ByteBudget.Share memory;
  private final BodyWatch watch;
  private final long beganNanos = System.nanoTime();
  private @Nullable InputStream stream;
  private boolean broken;
  private byte @Nullable [] whole;
  private Caller caller = Caller.ANYBODY;

  RequestBody(ServerRequest request, BodyLimits limits, ByteBudget.Share memory, BodyWatch watch) {
    this.request = request;
    this.limits = limits;
    this.memory = memory;
    this.watch = watch;
  }

  /** Bounds it otherwise, before it is read. */
  void bound(BodyLimits others, ByteBudget.Share share) {
    limits = others;
    memory = share;
  }

  /** Counts its bytes as those of a caller, from now on. */
  void countFor(Caller who) {
    caller = who;
  }

  /** The same array however often it is asked for. */
  byte[] read() throws IOException {
    byte[] known = whole;
    if (known == null) {
      known = readOnce();
      whole = known;
    }
    return known;
  }

  /** Counts what is made of it, until its memory is given back. */
  void take(long bytes) {
    memory.take(bytes);
  }

  /** Gives its memory back, once nothing of it is needed any more; from now on it is empty. */
  void drop() {
    whole = new byte[0];
    memory.close();
  }

  private byte[] readOnce() throws IOException {
    BodyEncoding encoding =
        BodyEncoding.of(
            String.join(", ", request.headers().all(HeaderNames.CONTENT_ENCODING, List::of)));
    byte[] sent = readSent();
    return encoding.decode(sent, limits.decompressedBytesMax(), memory::take);
  }

  private byte[] readSent() throws IOException {
    OptionalLong length = request.headers().contentLength();
    if (length.isPresent() && length.getAsLong() > limits.bytesMax()) {
      throw tooLarge();
    }
    if (!request.content().hasEntity()) {
      return new byte[0];
    }
    length.ifPresent(caller::takeBytes);
    InputStream opened = open();
    try (BodyWatch.Reading reading = watch.begin()) {
      return length.isPresent()
          ? ofLength(opened, (int) length.getAsLong(), reading)
          : ofChunks(opened, reading);
    } catch (ProblemException | UncheckedIOException | CloseConnectionException e) {
      throw e;
    } catch (RuntimeException e) {
      // Helidon found it too short, or its chunks malformed: nobody knows where the next request
      // would begin.
      broken = true;
      throw new ProblemException(
          ProblemCode.BAD_REQUEST,
          "body: too short, or in malformed chunks (expected: as its headers say, after RFC 9112)");
    }
  }

  /** Helidon gives the stream out once. */
  private InputStream open() {
    InputStream known = stream;
    if (known == null) {
      known = request.content().inputStream();
      stream = known;
    }
    return known;
  }

  private byte[] ofLength(InputStream stream, int length, BodyWatch.Reading reading)
      throws IOException {
    memory.take(length);
    byte[] bytes = new byte[length];
    for (int at = 0; at < length; ) {
      int n = stream.read(bytes, at, length - at);
      if (n < 0) {
        throw new IOException("the body ended after " + at + " of " + length + " bytes");
      }
      at += n;
      arrived(reading);
    }
    return bytes;
  }

  private byte[] ofChunks(InputStream stream, BodyWatch.Reading reading) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    byte[] buffer = new byte[BUFFER_BYTES];
    for (int n = stream.read(buffer); n >= 0; n = stream.read(buffer)) {
      if (bytes.size() + n > limits.bytesMax()) {
        throw tooLarge();
      }
      memory.take(n);
      bytes.write(buffer, 0, n);
      arrived(reading);
    }
    caller.takeBytes(bytes.size());
    return bytes.toByteArray();
  }

  /** A client that sends a byte now and then would keep the memory of the whole body for ever. */
  private void arrived(BodyWatch.Reading reading) throws IOException {
    reading.arrived();
    if (System.nanoTime() - beganNanos > limits.timeMax().toNanos()) {
      throw new IOException("the body takes longer than " + limits.timeMax());
    }
  }

  /**
   * Reads the rest of a refused request, so that the connection stays open and the client reads the
   * answer. Returns whether it reached the end. It does not ask for a body that the client holds
   * back until it is asked.
   *
   * @param bytesMax the most bytes that are read
   */
  boolean drain(long bytesMax) {
    boolean isAwaited = request.headers().contains(HeaderNames.EXPECT) && stream == null;
    if (isAwaited || broken) {
      return false;
    }
    try (BodyWatch.Reading reading = watch.begin()) {
      if (!request.content().hasEntity() || request.content().consumed()) {
        return true;
      }
      return skip(open(), bytesMax, reading);
    } catch (IOException | RuntimeException _) {
      return false;
    }
  }

  private boolean skip(InputStream stream, long bytesMax, BodyWatch.Reading reading)
      throws IOException {
    byte[] buffer = new byte[BUFFER_BYTES];
    long drained = 0;
    while (drained <= bytesMax) {
      int n = stream.read(buffer);
      if (n < 0) {
        return true;
      }
      drained += n;
      arrived(reading);
    }
    return false;
  }

  private ProblemException tooLarge() {
    return new ProblemException(
        ProblemCode.TOO_LARGE,
        "body: larger than " + limits.bytesMax() + " bytes (expected: at most that)");
  }
}
