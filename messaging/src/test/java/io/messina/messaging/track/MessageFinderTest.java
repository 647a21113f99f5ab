package io.messina.messaging.track;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.GroupOptions;
import io.messina.api.Start;
import io.messina.api.message.AccountName;
import io.messina.api.message.Channel;
import io.messina.api.message.MessageDetails;
import io.messina.api.message.MessageEvent;
import io.messina.api.message.MessageEventKind;
import io.messina.api.message.MessageParts;
import io.messina.api.message.MessageRecipient;
import io.messina.messaging.MessageStreams;
import io.messina.runtime.Context;
import io.messina.runtime.RequestException;
import io.messina.store.rocksdb.RocksStore;
import io.messina.store.rocksdb.RocksStoreOptions;
import io.messina.stream.Consumer;
import io.messina.stream.follow.FollowTrouble;
import io.messina.stream.node.Streams;
import io.messina.stream.testkit.HurriedTime;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A message is known from its acceptance on, however far the tracker is behind. */
@SuppressWarnings("NullAway.Init")
@Timeout(60)
class MessageFinderTest {

  private static final int MESSAGES = 200;

  @TempDir private Path folder;
  private RocksStore store;
  private Streams streams;
  private Context context;
  private MessageStreams all;
  private MessageFinder finder;

  @BeforeEach
  void open() {
    store = RocksStore.open(folder, RocksStoreOptions.DEFAULT, InstantSource.system());
    Tracker.TABLES.forEach(store::create);
    streams = Streams.embedded(store);
    context = HurriedTime.context(store);
    all = new MessageStreams(streams);
    finder = new MessageFinder(new TrackedMessages(context), all);
  }

  @AfterEach
  void close() {
    streams.close();
    store.close();
  }

  @Test
  void nothing_is_known_where_nothing_was_ever_accepted() {
    assertThat(finder.find("m0")).isEmpty();
  }

  @Test
  void messages_of_this_moment_are_found_and_others_are_not() {
    var _ = all.create(MessageStreams.EVENTS, 2);
    try (Consumer _ = Tracker.start(context, all, new FollowTrouble("tracker"))) {
      List<MessageEvent> accepted = new ArrayList<>();
      for (int i = 0; i < MESSAGES; i++) {
        accepted.add(accepted("m" + i));
      }
      all.publish(accepted);
      for (int i = MESSAGES - 1; i >= 0; i -= 10) {
        assertThat(finder.find("m" + i)).isPresent();
      }
      assertThat(finder.find("m" + MESSAGES)).isEmpty();
    }
  }

  @Test
  void while_the_tracker_stands_still_nobody_says_that_there_is_no_such_message() {
    var _ = all.create(MessageStreams.EVENTS, 1);
    var _ =
        streams.stream(MessageStreams.EVENTS)
            .createGroup(Tracker.GROUP, Start.earliest(), GroupOptions.DEFAULT);
    assertThat(finder.find("m0")).isEmpty();
    all.publish(List.of(accepted("m0")));

    assertThatThrownBy(() -> finder.find("m0"))
        .isInstanceOf(RequestException.Unavailable.class)
        .hasMessageContaining("not tracked yet");
  }

  private static MessageEvent accepted(String message) {
    MessageRecipient recipient =
        new MessageRecipient(
            new AccountName("shop"),
            Channel.SMS,
            "+393331234567",
            Optional.empty(),
            Optional.empty());
    return new MessageEvent(
        message,
        recipient,
        MessageEventKind.ACCEPTED,
        0,
        Instant.now().truncatedTo(ChronoUnit.MILLIS),
        MessageParts.NONE,
        MessageDetails.NONE);
  }
}
