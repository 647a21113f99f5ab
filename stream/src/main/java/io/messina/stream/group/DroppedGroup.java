package io.messina.stream.group;

import io.messina.stream.delivery.WriteNeed;
import io.messina.stream.owner.Section;
import io.messina.stream.owner.ShardSite;
import io.messina.stream.owner.StateChanges;
import io.messina.stream.owner.StatePart;

/**
 * Removes the rest of a deleted group: first its dead letters, then its state. After a crash in
 * between, the next owner finds the state and repeats the removal; in the other order, the letters
 * would never be deleted.
 */
final class DroppedGroup implements StatePart {

  private final ShardSite site;
  private final String name;
  private volatile boolean writing;
  private volatile boolean done;

  DroppedGroup(ShardSite site, String name) {
    this.site = site;
    this.name = name;
  }

  void remove() {
    if (new ShardDeadLetters(site, name).deleteAll()) {
      site.state().add(part(), this);
      site.state().want();
    }
  }

  private String part() {
    return "dropped/" + name;
  }

  @Override
  public WriteNeed need() {
    return writing || done ? WriteNeed.NONE : WriteNeed.NOW;
  }

  @Override
  public void write(StateChanges changes) {
    writing = true;
    changes.delete(Section.CLAIMS, name);
    changes.delete(Section.FOLLOWS, name);
  }

  @Override
  public void written() {
    done = true;
    site.state().remove(part());
  }
}
