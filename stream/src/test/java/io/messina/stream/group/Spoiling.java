package io.messina.stream.group;

import io.messina.store.Bytes;
import io.messina.stream.state.Section;
import io.messina.stream.state.StateChanges;
import io.messina.stream.state.StatePart;
import io.messina.stream.state.WriteNeed;

/** Writes what nobody can read into a row of another part, once. */
final class Spoiling implements StatePart {

  private final Section section;
  private final String name;
  private boolean done;

  Spoiling(Section section, String name) {
    this.section = section;
    this.name = name;
  }

  @Override
  public WriteNeed need() {
    return done ? WriteNeed.NONE : WriteNeed.NOW;
  }

  @Override
  public void write(StateChanges changes) {
    changes.put(section, name, Bytes.utf8("nonsense"));
    done = true;
  }

  @Override
  public void written() {}
}
