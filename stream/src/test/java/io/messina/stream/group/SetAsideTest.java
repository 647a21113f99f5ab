package io.messina.stream.group;

import static io.messina.stream.group.GroupRoom.GROUP;
import static io.messina.stream.group.GroupRoom.asking;
import static io.messina.stream.group.GroupRoom.group;
import static io.messina.stream.group.GroupRoom.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.GroupOptions;
import io.messina.api.Position;
import io.messina.api.ReceiptStatus;
import io.messina.api.Start;
import io.messina.runtime.RequestException;
import io.messina.store.Bytes;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.GroupId;
import io.messina.stream.delivery.WriteNeed;
import io.messina.stream.owner.GroupAction;
import io.messina.stream.owner.Section;
import io.messina.stream.owner.ShardGroupStatus;
import io.messina.stream.owner.StateChanges;
import io.messina.stream.owner.StatePart;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class SetAsideTest {

  private static final GroupId OTHER = GroupRoom.id("other");

  @AutoClose
  private GroupRoom room =
      new GroupRoom(group(), group(OTHER, Start.earliest(), GroupOptions.DEFAULT));

  @Test
  void a_group_whose_state_cannot_be_read_is_set_aside_and_others_go_on() {
    room.append("a");
    write(Bytes.utf8("nonsense"));
    room.takeOver();

    assertThatThrownBy(() -> room.claim(1)).isInstanceOf(RequestException.Unavailable.class);
    assertThat(room.ask(() -> room.groups().group(OTHER).claim(asking(1)))).hasSize(1);
    ShardGroupStatus status = room.status();
    assertThat(status.aside()).hasValueSatisfying(why -> assertThat(why).contains("unreadable"));
    assertThat(status.lag()).isEqualTo(1);
  }

  @Test
  void a_group_that_is_aside_is_opened_again_once_its_state_can_be_read() {
    room.append("a", "b");
    List<ClaimedEvent> claimed = room.claim(1);
    Bytes sound = written();
    setAside();

    write(sound);
    room.simulation.runFor(OwnedGroup.ASIDE_FIRST.plusSeconds(1));

    assertThat(room.status().aside()).isEmpty();
    assertThat(room.ack(claimed)).containsExactly(ReceiptStatus.OK);
    assertThat(texts(room.claim(2))).containsExactly("b");
  }

  @Test
  void a_group_that_stays_unreadable_is_tried_ever_less_often() {
    write(Bytes.utf8("nonsense"));
    room.takeOver();
    room.simulation.runFor(Duration.ofMinutes(1));
    long before = room.stores.operations().scanPages();
    room.simulation.runFor(Duration.ofHours(1));
    assertThat(room.stores.operations().scanPages() - before).isBetween(10L, 20L);
  }

  @Test
  void a_seek_begins_a_group_anew_whose_state_cannot_be_read() {
    room.append("a", "b");
    List<ClaimedEvent> former = room.claim(2);
    room.ack(former.subList(0, 1));
    setAside();

    room.command(new GroupAction.Seek(Start.earliest()));

    assertThat(room.ack(former)).containsOnly(ReceiptStatus.STALE);
    room.takeOver();
    List<ClaimedEvent> again = room.claim(2);
    assertThat(texts(again)).containsExactly("a", "b");
    room.command(new GroupAction.Seek(Start.earliest()));
    assertThat(room.ack(again)).containsOnly(ReceiptStatus.STALE);
  }

  @Test
  void an_event_that_is_done_in_a_group_begun_anew_is_no_dead_letter_any_more() {
    room.append("a", "b");
    room.kill(room.claim(2));
    assertThat(room.dead()).containsExactly("a", "b");
    setAside();
    room.command(new GroupAction.Seek(Start.earliest()));
    List<ClaimedEvent> again = room.claim(2);
    assertThat(room.ack(again)).containsOnly(ReceiptStatus.OK);
    room.simulation.runFor(Duration.ofSeconds(2));

    assertThat(room.dead()).isEmpty();
    List<Position> done = again.stream().map(each -> each.receipt().position()).toList();
    assertThat(room.redrive(done)).isEmpty();
    assertThat(room.claim(2)).isEmpty();
  }

  @Test
  void a_seek_of_a_group_that_is_aside_with_a_sound_state_goes_on_from_that_state() {
    room.append("a");
    List<ClaimedEvent> former = room.claim(1);
    Bytes sound = written();
    setAside();
    write(sound);

    room.command(new GroupAction.Purge());

    assertThat(room.claim(1)).isEmpty();
    assertThat(room.ack(former)).containsOnly(ReceiptStatus.STALE);
    Position end = room.status().end();
    assertThat(room.status().floor()).isEqualTo(end);
  }

  private void setAside() {
    write(Bytes.utf8("nonsense"));
    room.takeOver();
    assertThatThrownBy(() -> room.claim(1)).isInstanceOf(RequestException.Unavailable.class);
  }

  private Bytes written() {
    var site = room.owner().site();
    return room.ask(
        () ->
            io.messina.stream.owner.SavedState.read(site.context().store(), site.owned().state())
                .find(Section.CLAIMS, GROUP.toString())
                .orElseThrow());
  }

  /** Into the durable state of the group, behind its back. */
  private void write(Bytes state) {
    var site = room.owner().site();
    room.tell(
        () -> site.state().add("spoil", new Spoiling(Section.CLAIMS, GROUP.toString(), state)));
    assertThat(room.ask(() -> site.state().flush())).isTrue();
  }

  /** Writes into a row of another part, once. */
  static final class Spoiling implements StatePart {

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
}
