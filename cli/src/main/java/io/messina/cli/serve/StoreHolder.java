package io.messina.cli.serve;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/** The process that has the embedded store of a folder open. */
record StoreHolder(long pid, Optional<ProcessHandle> process) {

  private static final String LOCK = "lock";
  private static final int COMMAND_CHARS_MAX = 80;

  /** Empty if no process has it. Reads the file that a store writes when it takes the lock. */
  static Optional<StoreHolder> of(Path folder) throws IOException {
    Path lock = folder.resolve(LOCK);
    return Files.isRegularFile(lock) && isTaken(lock) ? Optional.of(read(lock)) : Optional.empty();
  }

  /** For people: the process and its command, the machine, and since when. */
  String sentence() {
    String found = "process " + pid;
    if (process.isPresent()) {
      ProcessHandle.Info info = process.get().info();
      found +=
          info.commandLine().or(info::command).map(text -> " (" + shown(text) + ")").orElse("");
      found += " of this machine";
      found += info.startInstant().map(start -> ", running since " + start).orElse("");
    }
    return found;
  }

  private static StoreHolder read(Path lock) throws IOException {
    String text = Files.readString(lock, StandardCharsets.ISO_8859_1).strip();
    long pid = text.matches("\\d{1,18}") ? Long.parseLong(text) : 0;
    return new StoreHolder(pid, pid == 0 ? Optional.empty() : ProcessHandle.of(pid));
  }

  /**
   * A lock belongs to a process, and closing the file would give back one of this process; no
   * server runs in that of a command that asks.
   */
  private static boolean isTaken(Path lock) throws IOException {
    try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE);
        FileLock mine = channel.tryLock()) {
      return mine == null;
    } catch (OverlappingFileLockException _) {
      return true;
    }
  }

  private static String shown(String command) {
    String[] words = command.split(" +", -1);
    StringBuilder shown = new StringBuilder();
    for (String word : words) {
      if (shown.length() + word.length() > COMMAND_CHARS_MAX) {
        return shown + "…";
      }
      shown.append(shown.isEmpty() ? "" : " ").append(word);
    }
    return shown.toString();
  }
}
