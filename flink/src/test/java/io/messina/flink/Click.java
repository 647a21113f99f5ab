package io.messina.flink;

/** An event of a test: how many clicks of a user, and where it stands in its source. */
public final class Click {

  public String user;
  public int count;
  public long position;

  /** For Flink. */
  public Click() {
    this("", 0, 0);
  }

  /** A click. */
  public Click(String user, int count, long position) {
    this.user = user;
    this.count = count;
    this.position = position;
  }

  @Override
  public String toString() {
    return user + "+" + count + "@" + position;
  }
}
