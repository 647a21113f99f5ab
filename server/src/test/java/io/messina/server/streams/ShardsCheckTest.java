package io.messina.server.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.StreamName;
import io.messina.stream.ShardId;
import io.messina.stream.StreamId;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ShardsCheckTest {

  private final Set<ShardId> wanted = new HashSet<>();
  private Optional<Set<ShardId>> known = Optional.of(wanted);
  private final Set<ShardId> owned = new HashSet<>();
  private final AtomicLong now = new AtomicLong();
  private final ShardsCheck check = new ShardsCheck(() -> known, () -> owned, now::get);

  @Test
  void a_server_that_starts_is_ready_once_it_owns_all_shards() {
    wanted.add(shard(0));
    wanted.add(shard(1));
    owned.add(shard(0));
    assertThat(check.trouble()).hasValueSatisfying(text -> assertThat(text).startsWith("1 shards"));
    owned.add(shard(1));
    assertThat(check.trouble()).isEmpty();
  }

  @Test
  void a_server_that_does_not_know_its_share_is_not_ready() {
    known = Optional.empty();
    assertThat(check.trouble()).hasValueSatisfying(text -> assertThat(text).contains("not known"));
    known = Optional.of(Set.of());
    assertThat(check.trouble()).isEmpty();
  }

  @Test
  void a_new_stream_does_not_make_a_ready_server_unready_unless_it_stays_without_owner() {
    assertThat(check.trouble()).isEmpty();
    wanted.add(shard(0));
    assertThat(check.trouble()).isEmpty();
    now.addAndGet(ShardsCheck.GRACE_NANOS - 1);
    wanted.add(shard(1));
    assertThat(check.trouble()).isEmpty();
    now.addAndGet(1);
    assertThat(check.trouble()).hasValueSatisfying(text -> assertThat(text).startsWith("1 shards"));
    owned.add(shard(0));
    assertThat(check.trouble()).isEmpty();
  }

  private static ShardId shard(int shard) {
    return new ShardId(new StreamId(new StreamName("s"), 1), shard);
  }
}
