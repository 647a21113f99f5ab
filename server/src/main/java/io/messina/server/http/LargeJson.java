package io.messina.server.http;

import io.messina.stream.json.ApiJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;

/** An answer of JSON that is sent while it is written. For one thread. */
final class LargeJson {

  /** Up to this size it needs one write. */
  private static final int AT_ONCE_BYTES = 1 << 15;

  private final Sent sent;

  LargeJson(OutputStream answer) {
    this.sent = new Sent(answer);
  }

  /** JSON in one piece. */
  static byte[] whole(Consumer<JsonGenerator> content) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    write(content, bytes);
    return bytes.toByteArray();
  }

  /** The number of its bytes. */
  static long length(Consumer<JsonGenerator> content) {
    Counted counted = new Counted();
    write(content, counted);
    return counted.bytes;
  }

  private static void write(Consumer<JsonGenerator> content, OutputStream out) {
    try (JsonGenerator json = generator(out)) {
      content.accept(json);
      json.writeRaw('\n');
    }
  }

  /** Sends the headers. */
  void flush() {
    run(sent::flush);
  }

  void write(Consumer<JsonGenerator> content) {
    JsonGenerator json = generator(new Gathered(sent));
    run(
        () -> {
          content.accept(json);
          json.writeRaw('\n');
          // Not where it failed, which would make a whole answer of a part of one.
          json.close();
        });
  }

  /** The stream to the client, which may fail. */
  private interface Writing {
    void run() throws IOException;
  }

  private void run(Writing writing) {
    try {
      writing.run();
    } catch (IOException e) {
      throw gone(e);
    } catch (RuntimeException e) {
      throw sent.failure == null ? e : gone(sent.failure);
    }
  }

  private UncheckedIOException gone(IOException failure) {
    return sent.begun ? new UncheckedIOException(failure) : new UnheardException(failure);
  }

  private static JsonGenerator generator(OutputStream out) {
    return ApiJson.FACTORY.createGenerator(ObjectWriteContext.empty(), out);
  }

  /** Keeps no bytes. */
  private static final class Counted extends OutputStream {

    private long bytes;

    @Override
    public void write(int b) {
      bytes++;
    }

    @Override
    public void write(byte[] some, int from, int length) {
      bytes += length;
    }
  }

  /** Gathers the bytes of one write; most answers are small, and need only a small buffer. */
  private static final class Gathered extends OutputStream {

    private final OutputStream sent;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    private Gathered(OutputStream sent) {
      this.sent = sent;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] some, int from, int length) throws IOException {
      if (bytes.size() + length > AT_ONCE_BYTES) {
        send();
      }
      bytes.write(some, from, length);
    }

    @Override
    public void flush() throws IOException {
      send();
      sent.flush();
    }

    @Override
    public void close() throws IOException {
      send();
      sent.close();
    }

    private void send() throws IOException {
      if (bytes.size() > 0) {
        bytes.writeTo(sent);
        bytes.reset();
      }
    }
  }

  /** Knows whether any of the content was sent, and whether the client has gone. */
  private static final class Sent extends OutputStream {

    private final OutputStream answer;
    private boolean begun;
    private @Nullable IOException failure;

    private Sent(OutputStream answer) {
      this.answer = answer;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      send(
          () -> {
            answer.write(bytes, from, length);
            answer.flush();
          });
      begun = true;
    }

    @Override
    public void flush() throws IOException {
      send(answer::flush);
    }

    @Override
    public void close() throws IOException {
      send(answer::close);
    }

    /** Of a connection that is gone Helidon tells in one way or the other. */
    private void send(Writing writing) throws IOException {
      try {
        writing.run();
      } catch (IOException | RuntimeException e) {
        failure = e instanceof IOException known ? known : new IOException(e);
        throw failure;
      }
    }
  }
}
