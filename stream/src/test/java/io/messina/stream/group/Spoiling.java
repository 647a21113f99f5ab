package io.messina.stream.group;

import io.messina.store.Bytes;
import io.messina.stream.delivery.WriteNeed;
import io.messina.stream.owner.Section;
import io.messina.stream.owner.StateChanges;
import io.messina.stream.owner.StatePart;

/** Writes into a row of another part, once. */
final class Spoiling implements StatePart {

  private final Section section;
  private final String name;
  private final Bytes value;
  private boolean done;

  Spoiling(Section section, String name, Bytes value) {
    this.section = section;
    this.name = name;
    this.value = value;
  }

  @Override
  public WriteNeed need() {
    return done ? WriteNeed.NONE : WriteNeed.NOW;
  }

  @Override
  public void write(StateChanges changes) {
    changes.put(section, name, value);
    done = true;
  }

  @Override
  public void written() {}
}
