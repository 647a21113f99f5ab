package io.messina.client.internal;

import io.messina.api.StreamDefinition;
import io.messina.api.StreamName;
import io.messina.client.error.MessinaException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The definitions of streams by which a client places keys, each read once, and again when it has
 * changed; and whether the server takes batches that are placed so. Safe for use by many threads.
 */
public final class KnownStreams {

  private static final Logger LOG = LoggerFactory.getLogger(KnownStreams.class);

  /** Streams to keep in memory; the next one begins with none. */
  private static final int KEPT_MAX = 10_000;

  private final Transport transport;
  private final ConcurrentMap<StreamName, CompletableFuture<StreamDefinition>> definitions =
      new ConcurrentHashMap<>();
  private volatile boolean takesBatches = true;

  KnownStreams(Transport transport) {
    this.transport = transport;
  }

  /** Whether the server takes batches, as long as it has not refused one. */
  public boolean takesBatches() {
    return takesBatches;
  }

  /** Remembers that the server does not know batches. */
  public void takesNoBatches(MessinaException why) {
    if (takesBatches) {
      LOG.info("The server takes no batches, so events are sent as lines: {}", why.getMessage());
    }
    takesBatches = false;
  }

  /**
   * Returns the definition of a stream; reads it unless it is known. The future is shared: do not
   * cancel it.
   */
  public CompletableFuture<StreamDefinition> definition(StreamName stream) {
    CompletableFuture<StreamDefinition> known = definitions.get(stream);
    if (known != null) {
      return known;
    }
    CompletableFuture<StreamDefinition> mine = new CompletableFuture<>();
    known = definitions.putIfAbsent(stream, mine);
    if (known != null) {
      return known;
    }
    var unused =
        transport
            .sendAsync(Call.get(Paths.stream(stream)), StreamDefinition.class)
            .whenComplete(
                (definition, failure) -> {
                  if (failure != null) {
                    definitions.remove(stream, mine);
                    mine.completeExceptionally(FutureAnswers.unwrapped(failure));
                  } else {
                    mine.complete(definition);
                  }
                });
    if (definitions.size() > KEPT_MAX) {
      definitions.clear();
    }
    return mine;
  }

  /** Lets a definition be read again that the server no longer has. */
  public void changed(StreamDefinition definition) {
    definitions.computeIfPresent(
        definition.name(),
        (name, known) ->
            known.isDone() && known.getNow(definition).equals(definition) ? null : known);
  }
}
