package io.messina.cli.file;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A file that cannot be loaded; the message is one sentence for the user of the file. */
public final class BadInputException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** The server names the line of a request in this form, from 0. */
  private static final Pattern LINE = Pattern.compile("line (\\d{1,6}): (.*)", Pattern.DOTALL);

  /**
   * A file that cannot be used, with the reason.
   *
   * @param message one sentence
   */
  public BadInputException(String message) {
    super(message);
  }

  /**
   * Names the line of the file that the server refuses.
   *
   * @param detail the server's sentence, whose lines are counted from 0
   * @param batch the entries sent
   * @return one sentence
   */
  public static BadInputException refused(String detail, List<FileEntry> batch) {
    Matcher line = LINE.matcher(detail);
    String sentence =
        line.matches() && Integer.parseInt(line.group(1)) < batch.size()
            ? "line or row "
                + batch.get(Integer.parseInt(line.group(1))).number()
                + ": "
                + line.group(2)
            : "lines or rows from " + batch.getFirst().number() + " on: " + detail;
    return new BadInputException(
        sentence + " (none of the " + batch.size() + " events sent with it is stored)");
  }
}
