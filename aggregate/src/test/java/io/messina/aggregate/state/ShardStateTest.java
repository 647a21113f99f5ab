package io.messina.aggregate.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.messina.aggregate.window.Window;
import io.messina.store.Bytes;
import io.messina.testkit.SystemWaiting;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDBException;

class ShardStateTest {

  private static final Window FIRST = new Window(0, 1_000);
  private static final Window SECOND = new Window(1_000, 2_000);
  private static final Bytes NOTHING = Bytes.utf8("");

  @TempDir Path folder;
  private final StateMemory memory = new StateMemory(1 << 20, 8 << 20);

  @AfterEach
  void give_the_memory_back() {
    memory.close();
  }

  /** Counts by length, so that each change is seen. */
  private record Text() implements ValueType<StringBuilder> {

    @Override
    public StringBuilder empty() {
      return new StringBuilder();
    }

    @Override
    public StringBuilder decode(Bytes bytes) {
      return new StringBuilder(bytes.toUtf8());
    }

    @Override
    public Bytes encode(StringBuilder text) {
      return Bytes.utf8(text.toString());
    }

    @Override
    public int memoryBytes(StringBuilder text) {
      return text.length();
    }
  }

  @Test
  void what_fails_tells_the_words_of_its_cause() {
    assertThat(
            new StateException(
                "0: the state cannot be flushed",
                new RocksDBException("While appending to file: No space left on device")))
        .hasMessage(
            "0: the state cannot be flushed: While appending to file: No space left on device");
  }

  @Test
  void a_page_sees_its_own_changes_and_nobody_else_does() {
    try (ShardState state = open("a")) {
      state.put(FIRST, Bytes.utf8("b"), Bytes.utf8("stored"));
      state.put(FIRST, Bytes.utf8("d"), Bytes.utf8("stored"));
      state.commit(progress(1));
      state.put(FIRST, Bytes.utf8("a"), Bytes.utf8("new"));
      state.put(FIRST, Bytes.utf8("b"), Bytes.utf8("changed"));
      state.delete(FIRST, Bytes.utf8("d"));
      state.open(FIRST, Bytes.utf8("c"), new Text()).append("object");
      state.put(SECOND, Bytes.utf8("a"), Bytes.utf8("elsewhere"));

      assertThat(all(state)).containsExactly("a=new", "b=changed", "c=object");
      assertThat(state.get(FIRST, Bytes.utf8("d"))).isNull();
      assertThat(committed(state)).containsExactly("b=stored", "d=stored");
      state.commit(progress(2));
      assertThat(committed(state)).containsExactly("a=new", "b=changed", "c=object");
      assertThat(state.progress()).isEqualTo(progress(2));
    }
  }

  /** By a real fill: what is counted is about what the heap has of it. */
  @Test
  void objects_are_counted_with_all_that_they_take() {
    try (StateMemory large = new StateMemory(1L << 30, 8 << 20);
        ShardState state = new ShardState(folder.resolve("large"), large)) {
      long before = usedBytes();
      int objects = 200_000;
      for (int i = 1; i <= objects; i++) {
        state.open(FIRST, Bytes.utf8("a group of some length " + i), new Text());
        if (state.isFull()) {
          state.commit(progress(i));
        }
      }
      state.commit(progress(objects));
      long used = usedBytes() - before;
      assertThat(large.objectBytes()).isBetween(used / 2, 2 * used);
      state.discard();
      assertThat(large.objectBytes()).isZero();
    }
  }

  private static long usedBytes() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  /** Whoever reached for native memory that is given back would end the process. */
  @Test
  void whoever_uses_a_state_that_another_closes_is_told_so() throws InterruptedException {
    for (int round = 0; round < 20; round++) {
      ShardState state = open("closed" + round);
      CountDownLatch used = new CountDownLatch(1);
      CompletableFuture<Throwable> end = new CompletableFuture<>();
      Thread user =
          Thread.ofPlatform().start(() -> end.complete(catchThrowable(() -> use(state, used))));
      used.await();
      state.close();
      user.join();
      assertThat(end.join())
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("closed");
    }
  }

  /** As where a server stops that has just got a shard. */
  @Test
  void whoever_opens_a_state_whose_memory_is_given_back_is_told_so() throws InterruptedException {
    for (int round = 0; round < 5; round++) {
      StateMemory brief = new StateMemory(1 << 20, 8 << 20);
      Path states = folder.resolve("short" + round);
      CountDownLatch opened = new CountDownLatch(1);
      CompletableFuture<Throwable> end = new CompletableFuture<>();
      Thread opener =
          Thread.ofPlatform()
              .start(() -> end.complete(catchThrowable(() -> openMany(states, brief, opened))));
      opened.await();
      brief.close();
      opener.join();
      assertThat(end.join())
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("the memory of states is closed (expected: open)");
    }
  }

  private static void openMany(Path states, StateMemory memory, CountDownLatch opened) {
    for (int i = 0; ; i++) {
      var _ = new ShardState(states.resolve("s" + i), memory);
      opened.countDown();
    }
  }

  private static void use(ShardState state, CountDownLatch used) {
    for (int i = 1; ; i++) {
      state.put(FIRST, Bytes.utf8("k" + i % 100), NOTHING);
      state.open(SECOND, Bytes.utf8("o" + i), new Text()).append('.');
      var _ = state.get(FIRST, Bytes.utf8("l" + i));
      var _ = all(state);
      state.commit(progress(i));
      used.countDown();
    }
  }

  @Test
  void a_closed_state_refuses_whatever_it_is_asked() {
    ShardState state = open("a");
    state.put(FIRST, Bytes.utf8("a"), NOTHING);
    state.commit(progress(1));
    state.close();
    assertThat(state.isClosed()).isTrue();
    assertThatIllegalStateException().isThrownBy(() -> state.get(FIRST, Bytes.utf8("a")));
    assertThatIllegalStateException().isThrownBy(() -> state.addIfAbsent(FIRST, Bytes.utf8("b")));
    assertThatIllegalStateException().isThrownBy(() -> all(state));
    assertThatIllegalStateException().isThrownBy(() -> state.commit(progress(2)));
    assertThatIllegalStateException().isThrownBy(state::flush);
    assertThatIllegalStateException().isThrownBy(() -> state.checkpoint(folder.resolve("c")));
    assertThatIllegalStateException().isThrownBy(() -> state.read(view -> view));
    assertThat(state.readIfOpen(view -> view)).isEmpty();
  }

  @Test
  void without_a_flush_a_crash_goes_back_to_one_earlier_position_with_the_state_of_it() {
    try (ShardState state = open("a")) {
      state.open(FIRST, Bytes.utf8("k"), new Text()).append("one");
      state.commit(progress(1));
      state.flush();
      state.open(FIRST, Bytes.utf8("k"), new Text()).append("two");
      state.commit(progress(2));
    }
    try (ShardState state = open("a")) {
      assertThat(all(state)).containsExactly("k=one");
      assertThat(state.progress()).isEqualTo(progress(1));
    }
  }

  @Test
  void windows_that_are_gone_are_removed_with_all_that_memory_has_of_them() {
    try (ShardState state = open("a")) {
      state.open(FIRST, Bytes.utf8("k"), new Text()).append("old");
      state.put(FIRST, Bytes.utf8("l"), Bytes.utf8("old"));
      state.commit(progress(1));
      state.open(SECOND, Bytes.utf8("k"), new Text()).append("new");
      state.put(FIRST, Bytes.utf8("m"), Bytes.utf8("late"));
      state.commit(new ShardProgress(2, 2_000, 1_000, ShardProgress.NONE.counters()));
      assertThat(all(state)).isEmpty();
      List<Long> starts = state.read(view -> view.windowStarts(Long.MIN_VALUE, Long.MAX_VALUE));
      assertThat(starts).containsExactly(1_000L);
      assertThat(state.get(SECOND, Bytes.utf8("k"))).isEqualTo(Bytes.utf8("new"));
    }
  }

  @Test
  void a_key_is_new_once_until_it_is_removed() {
    try (ShardState state = open("a")) {
      Bytes key = Bytes.utf8("member");
      assertThat(state.addIfAbsent(FIRST, key)).isTrue();
      assertThat(state.addIfAbsent(FIRST, key)).isFalse();
      assertThat(state.addIfAbsent(SECOND, key)).isTrue();
      state.commit(progress(1));
      state.flush();
      state.delete(FIRST, key);
      assertThat(state.addIfAbsent(FIRST, key)).isTrue();
    }
    try (ShardState state = open("a")) {
      assertThat(state.addIfAbsent(FIRST, Bytes.utf8("member"))).isFalse();
    }
  }

  @Test
  void a_checkpoint_stays_as_it_was() {
    try (ShardState state = open("a")) {
      state.put(FIRST, Bytes.utf8("k"), Bytes.utf8("then"));
      state.commit(progress(1));
      state.checkpoint(folder.resolve("copy"));
      state.put(FIRST, Bytes.utf8("k"), Bytes.utf8("now"));
      state.commit(progress(2));
      state.flush();
    }
    try (ShardState copy = open("copy")) {
      assertThat(all(copy)).containsExactly("k=then");
      assertThat(copy.progress()).isEqualTo(progress(1));
    }
  }

  @Test
  void objects_beyond_the_room_for_them_are_read_again() {
    try (StateMemory little = new StateMemory(8, 8 << 20);
        ShardState state = new ShardState(folder.resolve("a"), little)) {
      for (int round = 0; round < 3; round++) {
        for (String key : List.of("a", "b", "c")) {
          state.open(FIRST, Bytes.utf8(key), new Text()).append("1234");
        }
        state.commit(progress(round + 1));
      }
      assertThat(all(state)).containsExactly("a=123412341234", "b=123412341234", "c=123412341234");
    }
  }

  @Test
  void two_cannot_have_the_same_folder() {
    try (ShardState state = open("a")) {
      assertThat(state.progress()).isEqualTo(ShardProgress.NONE);
      assertThatThrownBy(() -> open("a").close())
          .isInstanceOf(StateException.class)
          .hasMessageContaining("cannot be opened");
    }
  }

  @Test
  void quiet_states_take_little_memory_and_a_busy_one_has_a_filter() {
    int states = 20;
    try (StateMemory shared = new StateMemory()) {
      List<ShardState> open = new ArrayList<>();
      for (int i = 0; i < states; i++) {
        open.add(new ShardState(folder.resolve("quiet" + i), shared));
        write(open.getLast(), 100);
        open.getLast().flush();
        write(open.getLast(), 100);
      }
      assertThat(shared.cache().getUsage()).isLessThan(states * (1L << 20));
      long quiet = shared.cache().getUsage();
      write(open.getFirst(), 2 << 20);
      open.getFirst().flush();
      write(open.getFirst(), 100);
      assertThat(shared.cache().getUsage() - quiet).isGreaterThan(2L << 20);
      open.getFirst().flush();
      write(open.getFirst(), 100);
      // What was flushed is given back by a thread of RocksDB.
      SystemWaiting.until(() -> shared.cache().getUsage() - quiet < 2L << 20);
    }
  }

  private static void write(ShardState state, int bytes) {
    state.put(FIRST, Bytes.utf8("k"), Bytes.wrap(new byte[bytes]));
    state.commit(progress(state.progress().next() + 1));
  }

  private ShardState open(String name) {
    return new ShardState(folder.resolve(name), memory);
  }

  private static ShardProgress progress(long next) {
    return new ShardProgress(
        next, Long.MIN_VALUE, Long.MIN_VALUE, new ShardProgress.Counters(next, 0, 0, 0));
  }

  private static List<String> committed(ShardState state) {
    return state.read(ShardStateTest::all);
  }

  private static List<String> all(ReadableState state) {
    List<String> all = new ArrayList<>();
    state.range(FIRST, NOTHING, (key, value) -> all.add(key.toUtf8() + "=" + value.toUtf8()));
    return all;
  }
}
