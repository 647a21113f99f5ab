package io.messina.peers;

import io.messina.runtime.NodeTime;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A socket until both sides know each other. It is closed when that has taken too long, however
 * slowly bytes come, and when it fails.
 */
final class Beginning implements AutoCloseable {

  static final Duration MAX = Duration.ofSeconds(3);

  private static final Logger LOG = LoggerFactory.getLogger(Beginning.class);

  private final Socket socket;
  private final NodeTime.Cancellation deadline;
  private boolean succeeded;

  Beginning(NodeTime time, Socket socket) {
    this.socket = socket;
    this.deadline = time.schedule(MAX, this::end);
  }

  Socket socket() {
    return socket;
  }

  /** Somebody else has the socket from now on. */
  void succeeded() {
    succeeded = true;
  }

  /** Reads and writes under way fail. */
  void end() {
    try {
      socket.close();
    } catch (IOException e) {
      LOG.debug("{}: cannot be closed", socket, e);
    }
  }

  @Override
  public void close() {
    deadline.cancel();
    if (!succeeded) {
      end();
    }
  }
}
