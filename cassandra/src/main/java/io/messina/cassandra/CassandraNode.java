package io.messina.cassandra;

import io.messina.cassandra.CassandraSettings.Lifetime;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One node of Apache Cassandra in a separate process. It can be paused, killed, and started again
 * with its data.
 *
 * <p>Methods may be called from any thread, one at a time. Methods that await something throw
 * {@link CassandraException} after the time given in their description.
 */
public final class CassandraNode implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(CassandraNode.class);
  private static final String READY = "Starting listening for CQL clients";
  private static final Duration START_MAX = Duration.ofMinutes(3);
  private static final Duration STOP_MAX = Duration.ofMinutes(1);
  private static final int POLL_MILLIS = 50;
  private static final int EXIT_KILLED = 128 + 9;

  private final CassandraSettings settings;
  private final NodeFolder folder;
  private final List<String> properties;
  private Process process;

  private CassandraNode(CassandraSettings settings, List<String> properties) {
    this.settings = settings;
    this.properties = List.copyOf(properties);
    folder = new NodeFolder(settings.folder());
    process = launch();
  }

  /**
   * Starts a node and awaits that drivers can connect, for at most 3 minutes.
   *
   * @throws CassandraException where a port is taken, the jars are missing, or the node ends; with
   *     the last lines of its log
   */
  public static CassandraNode start(CassandraSettings settings) {
    CassandraNode node = launch(settings);
    node.awaitReady();
    return node;
  }

  /** Starts a node without awaiting anything. */
  static CassandraNode launch(CassandraSettings settings) {
    return launch(settings, List.of());
  }

  /** With system properties, each as name=value. */
  static CassandraNode launch(CassandraSettings settings, List<String> properties) {
    return new CassandraNode(settings, properties);
  }

  /** Returns the settings with which it was started. */
  public CassandraSettings settings() {
    return settings;
  }

  /** Returns the contact point for a driver. */
  public InetSocketAddress contactPoint() {
    return settings.address().contactPoint();
  }

  /** The name of its data centre, for drivers. */
  public String datacenter() {
    return "datacenter1";
  }

  /** Returns the file of its log, which is overwritten at each start. */
  public Path log() {
    return folder.log();
  }

  /** Its process. */
  public long pid() {
    return process.pid();
  }

  /** Returns whether its process exists, even if it is paused. */
  public boolean isRunning() {
    return process.isAlive();
  }

  /** Stops its process from running on (SIGSTOP), as a long pause of a machine does. */
  public void pause() {
    signal("STOP");
  }

  /** Lets it run on after {@link #pause}. */
  public void resume() {
    signal("CONT");
  }

  /** Kills it at once (SIGKILL), paused or not, and awaits its end. */
  public void kill() {
    process.destroyForcibly();
    awaitEnd();
  }

  /** Lets it write its data, and end (SIGTERM); after a minute, kills it. */
  public void stop() {
    process.destroy();
    awaitEnd();
  }

  /** Starts it again on its folder after {@link #kill} or {@link #stop}, as {@link #start} does. */
  public void startAgain() {
    if (isRunning()) {
      throw new IllegalStateException("The node runs: stop or kill it first");
    }
    process = launch();
    awaitReady();
  }

  /** Kills it; its folder stays. */
  @Override
  public void close() {
    kill();
  }

  private Process launch() {
    settings.address().requireFree();
    NodeCommandLine command =
        new NodeCommandLine(settings, folder, CassandraJars.ofThisProcess(), properties);
    folder.write(settings);
    ProcessBuilder builder =
        new ProcessBuilder(command.words())
            .directory(folder.path().toFile())
            .redirectErrorStream(true)
            .redirectOutput(Redirect.appendTo(folder.log().toFile()));
    if (settings.lifetime() == Lifetime.OWN) {
      builder.redirectInput(Redirect.from(Path.of("/dev/null").toFile()));
    }
    try {
      Process started = builder.start();
      RecordedNode.of(settings.address(), started.toHandle()).write(folder.path());
      return started;
    } catch (IOException e) {
      throw new CassandraException("Java could not be started for a node", e);
    }
  }

  void awaitReady() {
    long begun = System.nanoTime();
    while (!isReady(folder)) {
      if (!isRunning()) {
        throw new CassandraException(whyItEnded());
      }
      if (System.nanoTime() - begun > START_MAX.toNanos()) {
        kill();
        throw new CassandraException(
            "Cassandra was not ready after %s. The end of its log %s:\n%s"
                .formatted(START_MAX, log(), folder.lastLines()));
      }
      pauseBetweenPolls();
    }
    LOG.info("Cassandra answers at {}, log {}", contactPoint(), log());
  }

  /** Whether drivers could connect to the node that wrote this folder's log last. */
  static boolean isReady(NodeFolder folder) {
    return folder.logText().contains(READY);
  }

  private String whyItEnded() {
    String why =
        process.exitValue() == EXIT_KILLED ? " It was killed, perhaps for want of memory." : "";
    return "Cassandra ended while it started, with exit code %d.%s The end of its log %s:\n%s"
        .formatted(process.exitValue(), why, log(), folder.lastLines());
  }

  private void awaitEnd() {
    try {
      if (!process.waitFor(STOP_MAX.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  private void pauseBetweenPolls() {
    try {
      Thread.sleep(POLL_MILLIS);
    } catch (InterruptedException e) {
      kill();
      Thread.currentThread().interrupt();
      throw new CassandraException("Interrupted while Cassandra started", e);
    }
  }

  private void signal(String name) {
    try {
      int exit =
          new ProcessBuilder("kill", "-" + name, Long.toString(pid()))
              .redirectErrorStream(true)
              .redirectOutput(Redirect.DISCARD)
              .start()
              .waitFor();
      if (exit != 0) {
        throw new CassandraException("The node's process " + pid() + " took no signal " + name);
      }
    } catch (IOException e) {
      throw new CassandraException("The command kill could not be run", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CassandraException("Interrupted while a signal was sent", e);
    }
  }
}
