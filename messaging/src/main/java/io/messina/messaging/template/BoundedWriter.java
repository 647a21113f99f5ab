package io.messina.messaging.template;

import java.io.Writer;

/** A text that is being written, up to a size. */
final class BoundedWriter extends Writer {

  private final String place;
  private final int charsMax;
  private final StringBuilder text = new StringBuilder();

  BoundedWriter(String place, int charsMax) {
    this.place = place;
    this.charsMax = charsMax;
  }

  @Override
  public void write(char[] some, int from, int count) {
    check(count);
    text.append(some, from, count);
  }

  @Override
  public void write(String some, int from, int count) {
    check(count);
    text.append(some, from, from + count);
  }

  private void check(int more) {
    if (text.length() + more > charsMax) {
      throw TemplateErrors.of(place, "more characters", "at most " + charsMax);
    }
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}

  @Override
  public String toString() {
    return text.toString();
  }
}
