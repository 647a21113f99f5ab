package io.messina.cli.messages;

import io.messina.api.ProblemCode;
import io.messina.api.message.MessageResult;
import io.messina.api.message.NewMessage;
import io.messina.cli.file.FileEntry;
import io.messina.cli.load.CheckedFile;
import io.messina.cli.terminal.Progress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/**
 * Sends messages and counts their outcomes. Messages beyond the account's present quota are sent
 * again, until there has been no progress for two minutes. For use by many threads.
 */
final class SentMessages implements CheckedFile.Lines {

  /** The number of refused lines that are reported singly. */
  static final int TOLD_MAX = 20;

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final Set<String> LATER =
      Set.of(ProblemCode.QUOTA_EXCEEDED.toString(), ProblemCode.KEY_PENDING.toString());

  private final Function<List<NewMessage>, List<MessageResult>> acceptance;
  private final MessageReader lines;
  private final LongAdder accepted = new LongAdder();
  private final LongAdder repeated = new LongAdder();
  private final AtomicLong forward = new AtomicLong(System.nanoTime());
  private final List<String> told = new ArrayList<>();
  private long refused;
  private long keysMade;

  /**
   * None yet.
   *
   * @param acceptance returns the outcome of each message
   * @param lines reads messages
   */
  SentMessages(Function<List<NewMessage>, List<MessageResult>> acceptance, MessageReader lines) {
    this.acceptance = acceptance;
    this.lines = lines;
  }

  @Override
  public void check(FileEntry line) {
    keysMade += lines.isMade(lines.read(line), line) ? 1 : 0;
  }

  /** Returns the number of lines whose key was made from their place. */
  long keysMade() {
    return keysMade;
  }

  /** Returns once each is accepted or refused for good. */
  @Override
  public void send(List<FileEntry> batch, Progress.Step step) {
    List<FileEntry> left = send(batch, step, isPatient());
    while (!left.isEmpty()) {
      LockSupport.parkNanos(PAUSE.toNanos());
      left = send(left, step, isPatient());
    }
  }

  /** Returns the entries to send again. */
  private List<FileEntry> send(List<FileEntry> batch, Progress.Step step, boolean patient) {
    List<MessageResult> results = acceptance.apply(batch.stream().map(lines::read).toList());
    List<FileEntry> later = new ArrayList<>();
    for (int i = 0; i < batch.size(); i++) {
      MessageResult result = results.get(i);
      if (patient && result.code().filter(LATER::contains).isPresent()) {
        later.add(batch.get(i));
      } else {
        count(batch.get(i), result);
      }
    }
    if (later.size() < batch.size()) {
      forward.set(System.nanoTime());
      step.advance(batch.size() - later.size());
    }
    return later;
  }

  private boolean isPatient() {
    return System.nanoTime() - forward.get() < PATIENCE.toNanos();
  }

  private void count(FileEntry line, MessageResult result) {
    if (result.message().isEmpty()) {
      refuse("line " + line.number() + ": " + result.detail().orElse(""));
    } else if (result.repeated()) {
      repeated.increment();
    } else {
      accepted.increment();
    }
  }

  private synchronized void refuse(String sentence) {
    refused++;
    if (told.size() < TOLD_MAX) {
      told.add(sentence);
    }
  }

  long accepted() {
    return accepted.sum();
  }

  /** Returns the number of messages that had been accepted before. */
  long repeated() {
    return repeated.sum();
  }

  synchronized long refused() {
    return refused;
  }

  /** Why, of the first ones that are known. */
  synchronized List<String> sentences() {
    return List.copyOf(told);
  }
}
