package io.messina.store.rocksdb;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Says why files cannot be used, in words of people and not of Java. */
final class IoReason {

  private IoReason() {}

  static String of(IOException e) {
    return switch (e) {
      case NoSuchFileException none -> none.getFile() + " is absent";
      case FileAlreadyExistsException file -> file.getFile() + " is a file";
      case AccessDeniedException denied -> "this process has no right to " + denied.getFile();
      case FileSystemException fault when fault.getReason() != null ->
          fault.getFile() + ": " + fault.getReason();
      default -> e.getMessage() == null ? e.toString() : e.getMessage();
    };
  }
}
