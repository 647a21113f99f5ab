package io.messina.server.streams;

import io.messina.api.Death;
import io.messina.api.Redrive;
import io.messina.api.StreamName;
import io.messina.stream.EventAddress;
import io.messina.stream.delivery.DeadLetter;
import io.messina.stream.node.Group;
import io.messina.stream.owner.DeadEvent;
import java.util.List;
import java.util.Optional;

/**
 * The dead letters of a group.
 *
 * @param stream of the group
 * @param group which
 */
record GroupLetters(StreamName stream, Group group) implements DeadLetterRoutes.Letters {

  @Override
  public List<DeadLetterRoutes.Letter> read(int max, Optional<EventAddress> after) {
    return group.deadLetters(max, after).stream().map(GroupLetters::letter).toList();
  }

  private static DeadLetterRoutes.Letter letter(DeadEvent dead) {
    DeadLetter letter = dead.letter();
    return new DeadLetterRoutes.Letter(
        dead.stored(),
        new Death(letter.cause(), letter.attempts(), letter.failures(), dead.died()));
  }

  @Override
  public int redrive(Redrive redrive) {
    return open().redrive(redrive);
  }

  @Override
  public int discard(List<EventAddress> ids) {
    return open().discard(ids);
  }

  @Override
  public int discardAll() {
    return open().discardAll();
  }

  /** The group, as a request may change it. */
  private Group open() {
    var _ = Reserved.open(stream, group.definition().id().name());
    return group;
  }
}
