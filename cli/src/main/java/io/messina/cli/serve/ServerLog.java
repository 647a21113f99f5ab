package io.messina.cli.serve;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.joran.spi.ConsoleTarget;
import ch.qos.logback.core.recovery.ResilientFileOutputStream;
import ch.qos.logback.core.status.Status;
import ch.qos.logback.core.status.StatusListener;
import io.messina.server.config.Configuration;
import io.messina.server.config.LogFormat;
import io.messina.server.config.Options;
import io.messina.server.http.AccessLog;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.LoggerFactory;

/** The log of a server of this process; closing it makes the log what it was before. */
final class ServerLog implements AutoCloseable {

  private static final org.slf4j.Logger LOG = LoggerFactory.getLogger(ServerLog.class);
  private static final String ACCESS_PATTERN = "%d{\"yyyy-MM-dd'T'HH:mm:ss.SSSXXX\"} %msg%n";

  private final LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
  private final List<Runnable> undoing = new ArrayList<>();

  private ServerLog() {}

  /**
   * Sets it up as the options say.
   *
   * @throws IllegalArgumentException with a sentence, if the file of requests cannot be written
   */
  static ServerLog begin(Configuration configuration) {
    ServerLog log = new ServerLog();
    boolean isJson = configuration.get(Options.LOG_FORMAT) == LogFormat.JSON;
    if (isJson) {
      log.writeJson();
    }
    configuration
        .find(Options.ACCESS_LOG)
        .ifPresent(place -> log.access(place, isJson ? log::json : log::line));
    return log;
  }

  private void writeJson() {
    context
        .getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME)
        .iteratorForAppenders()
        .forEachRemaining(
            appender -> {
              if (appender instanceof OutputStreamAppender<ILoggingEvent> stream) {
                Encoder<ILoggingEvent> before = stream.getEncoder();
                undoing.add(() -> stream.setEncoder(before));
                stream.setEncoder(json());
              }
            });
  }

  private void access(String place, Supplier<Encoder<ILoggingEvent>> encoder) {
    OutputStreamAppender<ILoggingEvent> appender = appender(place);
    appender.setContext(context);
    appender.setName(AccessLog.LOGGER);
    appender.setEncoder(encoder.get());
    appender.start();
    if (!appender.isStarted()) {
      throw new IllegalArgumentException(
          "access-log: " + place + " cannot be written (expected: a file, or -)");
    }
    tellOfFailures(place);
    Logger logger = context.getLogger(AccessLog.LOGGER);
    logger.setLevel(Level.INFO);
    logger.setAdditive(false);
    logger.addAppender(appender);
    undoing.add(
        () -> {
          logger.setLevel(null);
          logger.detachAppender(appender);
          appender.stop();
        });
  }

  /** Else lines that a full disk does not take would be lost without a word. */
  private void tellOfFailures(String place) {
    StatusListener listener =
        status -> {
          if (status.getLevel() == Status.ERROR
              && status.getOrigin() instanceof ResilientFileOutputStream) {
            LOG.warn("access-log: {} cannot be written, and requests are missing there", place);
          }
        };
    context.getStatusManager().add(listener);
    undoing.add(() -> context.getStatusManager().remove(listener));
  }

  @Override
  public void close() {
    undoing.forEach(Runnable::run);
  }

  private static OutputStreamAppender<ILoggingEvent> appender(String place) {
    if (place.equals(Options.STANDARD_OUTPUT)) {
      ConsoleAppender<ILoggingEvent> console = new ConsoleAppender<>();
      console.setTarget(ConsoleTarget.SystemOut.getName());
      return console;
    }
    FileAppender<ILoggingEvent> file = new FileAppender<>();
    file.setFile(place);
    return file;
  }

  private Encoder<ILoggingEvent> json() {
    JsonEncoder encoder = new JsonEncoder();
    encoder.setContext(context);
    encoder.setWithContext(false);
    encoder.setWithSequenceNumber(false);
    encoder.setWithNanoseconds(false);
    encoder.setWithMessage(false);
    encoder.setWithArguments(false);
    encoder.setWithFormattedMessage(true);
    encoder.start();
    return encoder;
  }

  private Encoder<ILoggingEvent> line() {
    PatternLayoutEncoder encoder = new PatternLayoutEncoder();
    encoder.setContext(context);
    encoder.setPattern(ACCESS_PATTERN);
    encoder.start();
    return encoder;
  }
}
