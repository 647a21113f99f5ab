package io.messina.client.stream;

import io.messina.api.Appended;
import io.messina.api.ProblemCode;
import io.messina.api.StreamDefinition;
import io.messina.api.StreamOptions;
import io.messina.client.error.MessinaException;
import io.messina.client.error.Problem;
import io.messina.client.internal.Call;
import io.messina.client.internal.Call.Repeat;
import io.messina.client.internal.Condition;
import io.messina.client.internal.FutureAnswers;
import io.messina.client.internal.KnownStreams;
import io.messina.client.internal.Paths;
import io.messina.client.internal.Surroundings;
import io.messina.client.internal.Transport;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * A request of an appender: a batch where the server and the stream take it, else lines. Its steps
 * follow one another, so its fields need no lock.
 *
 * <p>A batch is placed by the definition of its stream. If that has changed, the server stores
 * nothing, and the request is formed again by the present definition. It keeps its idempotency key,
 * so a part that an earlier attempt has stored is known. That is not so if the form of the request
 * must change: if an attempt had an unknown outcome then, the request has it too.
 */
final class AppendRequest {

  /** Reads of the definition, until a cluster agrees about it; then lines are sent. */
  private static final int DEFINITIONS_MAX = 8;

  private static final int BAD_REQUEST = 400;
  private static final int UNSUPPORTED_TYPE = 415;

  private final StreamClient stream;
  private final BatchingOptions options;
  private final EventBuffer.Taken taken;
  private final int keyless;
  private final String key;
  private final Owner owner;
  private final KnownStreams streams;
  private List<PendingEvent> given;
  private List<PendingEvent> sent;
  private int definitions;
  private boolean inDoubt;

  /** The appender, which hears what becomes of its request. */
  interface Owner {

    /**
     * The request is formed and will be sent.
     *
     * @param by the definition; empty if the client does not look at definitions any more
     * @param rest events that did not fit
     */
    void formed(AppendRequest request, Optional<StreamDefinition> by, List<PendingEvent> rest);

    /** The request has ended, with an answer or a failure. */
    void ended(AppendRequest request, @Nullable Appended answer, @Nullable Throwable failure);
  }

  AppendRequest(
      StreamClient stream,
      BatchingOptions options,
      EventBuffer.Taken taken,
      int keyless,
      Owner owner) {
    this.stream = stream;
    this.options = options;
    this.taken = taken;
    this.keyless = keyless;
    this.owner = owner;
    this.key = stream.transport().surroundings().unique();
    this.streams = stream.transport().streams();
    this.given = taken.events();
    this.sent = given;
  }

  EventBuffer.Taken taken() {
    return taken;
  }

  /** Its events in the order of its body. */
  List<PendingEvent> events() {
    return sent;
  }

  void begin() {
    if (!streams.takesBatches()) {
      guarded(() -> sendLines(Optional.empty()));
      return;
    }
    var unused =
        streams
            .definition(stream.name())
            .whenComplete((definition, failure) -> guarded(() -> form(definition, failure)));
  }

  private void guarded(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException | Error e) {
      owner.ended(this, null, e);
    }
  }

  private void form(@Nullable StreamDefinition definition, @Nullable Throwable failure) {
    if (definition == null) {
      boolean isOver =
          failure instanceof MessinaException why
              && (why.retryable() || why instanceof MessinaException.NotFound);
      if (isOver) {
        owner.ended(this, null, failure);
      } else {
        sendLines(Optional.empty()); // whoever may append need not be allowed to read definitions
      }
    } else if (fitsBatch(definition.options())) {
      sendBatch(definition);
    } else {
      sendLines(Optional.of(definition));
    }
  }

  private boolean fitsBatch(StreamOptions stream) {
    for (PendingEvent event : given) {
      if (!event.fitsBatch(stream)) {
        return false;
      }
    }
    return true;
  }

  private void sendBatch(StreamDefinition definition) {
    EventBatch batch =
        EventBatch.of(definition.options().shards(), given, options.batchBytes(), keyless);
    sent = batch.events();
    formed(Optional.of(definition));
    Condition condition = Condition.tag(definition.tag());
    Call call =
        call(EventBatch.TYPE, batch.body()).withHeader(condition.header(), condition.value());
    send(call, failure -> batchFailed(definition, failure));
  }

  private void batchFailed(StreamDefinition definition, Throwable failure) {
    if (failure instanceof MessinaException.Refused refused) {
      Problem problem = refused.problem();
      if (problem.is(ProblemCode.PRECONDITION_FAILED)) {
        streams.changed(definition);
        placeAgain(definition);
        return;
      }
      // A server that knows no batches does not take the tag either.
      if (problem.status() == UNSUPPORTED_TYPE || problem.status() == BAD_REQUEST) {
        streams.takesNoBatches(refused);
        begin();
        return;
      }
    }
    owner.ended(this, null, failure);
  }

  private void placeAgain(StreamDefinition definition) {
    Surroundings surroundings = stream.transport().surroundings();
    definitions++;
    if (definitions > DEFINITIONS_MAX) {
      guarded(() -> sendLines(Optional.of(definition)));
    } else if (definitions == 1) {
      begin();
    } else {
      Duration wait = stream.transport().retries().wait(definitions - 1, surroundings.random());
      var unused = surroundings.schedule(wait, this::begin);
    }
  }

  private void sendLines(Optional<StreamDefinition> definition) {
    if (inDoubt) {
      String detail = "an attempt had no answer, and the stream takes no batches any more";
      Problem problem = Problem.of(ProblemCode.UNKNOWN_OUTCOME.toString(), detail);
      owner.ended(this, null, new MessinaException.Unknown(problem, null));
      return;
    }
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    List<PendingEvent> fitting = new ArrayList<>();
    for (PendingEvent event : given) {
      byte[] line = event.line();
      if (!fitting.isEmpty() && (long) body.size() + line.length + 1 > options.batchBytes()) {
        break;
      }
      body.writeBytes(line);
      body.write('\n');
      fitting.add(event);
    }
    sent = fitting;
    formed(definition);
    send(call(StreamClient.LINES, body.toByteArray()), failure -> owner.ended(this, null, failure));
  }

  /** The events that were taken are the first of each shard, so the rest may follow them. */
  private void formed(Optional<StreamDefinition> definition) {
    List<PendingEvent> rest = List.of();
    if (sent.size() < given.size()) {
      rest = given.subList(sent.size(), given.size());
      given = given.subList(0, sent.size());
    }
    owner.formed(this, definition, rest);
  }

  private Call call(String type, byte[] body) {
    boolean isPacked = options.compression() == Compression.GZIP;
    Call call =
        Call.with(
                "POST",
                Paths.events(stream.name()) + "?partial=true",
                type,
                isPacked ? packed(body) : body,
                Repeat.ALWAYS)
            .withHeader("Idempotency-Key", key);
    return isPacked ? call.withHeader("Content-Encoding", "gzip") : call;
  }

  private static byte[] packed(byte[] body) {
    ByteArrayOutputStream packed = new ByteArrayOutputStream(body.length / 2);
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(body);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return packed.toByteArray();
  }

  private void send(Call call, Consumer<Throwable> failed) {
    CompletableFuture<Appended> answer =
        FutureAnswers.map(
            stream.transport().sendRepeating(call, this::repeated),
            good -> Transport.read(good, StreamAnswers::appended));
    var unused =
        answer.whenComplete(
            (appended, failure) -> {
              if (appended != null) {
                owner.ended(this, appended, null);
              } else {
                failed.accept(FutureAnswers.unwrapped(failure));
              }
            });
  }

  private void repeated(MessinaException failure) {
    inDoubt |=
        failure instanceof MessinaException.Unknown || failure.problem().stored().isPresent();
  }
}
