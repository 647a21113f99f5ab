package io.messina.stream.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.StreamName;
import io.messina.store.Incarnation;
import io.messina.stream.ShardId;
import io.messina.stream.StreamId;
import io.messina.stream.ownership.MemberTable.Member;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

final class AssignmentTest {

  private static final List<ShardId> SHARDS =
      IntStream.range(0, 1_024)
          .mapToObj(number -> new ShardId(new StreamId(new StreamName("toys"), 1), number))
          .toList();

  @Property(tries = 50)
  void shards_are_shared_evenly(@ForAll @IntRange(min = 1, max = 12) int count, @ForAll int salt) {
    Assignment assignment = new Assignment(members(count, salt));
    double share = (double) SHARDS.size() / count;
    for (Member member : assignment.members()) {
      long owned =
          SHARDS.stream().filter(shard -> assignment.assigns(shard, member.incarnation())).count();
      assertThat((double) owned)
          .isBetween(share - 6 * Math.sqrt(share), share + 6 * Math.sqrt(share));
    }
  }

  @Property(tries = 50)
  void whoever_comes_takes_shards_and_no_other_shard_moves(
      @ForAll @IntRange(min = 1, max = 12) int count, @ForAll int salt) {
    List<Member> after = members(count + 1, salt);
    Assignment with = new Assignment(after);
    Assignment without = new Assignment(after.subList(0, count));
    for (ShardId shard : SHARDS) {
      Member owner = with.owner(shard).orElseThrow();
      assertThat(owner).isIn(without.owner(shard).orElseThrow(), after.getLast());
    }
  }

  @Property(tries = 50)
  void the_order_of_members_and_their_incarnations_do_not_matter(
      @ForAll @IntRange(min = 1, max = 12) int count, @ForAll int salt) {
    Assignment one = new Assignment(members(count, salt));
    Assignment other = new Assignment(members(count, salt).reversed());
    for (ShardId shard : SHARDS) {
      assertThat(one.owner(shard).orElseThrow().address())
          .isEqualTo(other.owner(shard).orElseThrow().address());
    }
  }

  @Test
  void a_newcomer_waits_unless_all_are_new() {
    Member old = member("old", 100, 1);
    Member young = member("young", 9, 2);
    Member settled = member("settled", 10, 3);

    assertThat(Assignment.among(List.of(old, young, settled), 10).members())
        .containsExactly(old, settled);
    assertThat(Assignment.among(List.of(young, member("c", 5, 4)), 10).members()).hasSize(2);
    assertThat(Assignment.among(List.of(), 10).members()).isEmpty();
  }

  @Test
  void gateways_and_those_that_leave_get_nothing_and_make_nobody_new() {
    Member owner = member("owner", 9, 1);
    Member gateway =
        new Member(Incarnation.next(new SplittableRandom(2)), "g", 900, false, false, Set.of(), 1);
    Member leaving =
        new Member(Incarnation.next(new SplittableRandom(3)), "l", 900, true, true, Set.of(), 1);

    assertThat(Assignment.among(List.of(owner, gateway, leaving), 10).members())
        .containsExactly(owner);
    assertThat(Assignment.among(List.of(gateway), 10).owner(SHARDS.getFirst())).isEmpty();
  }

  private static List<Member> members(int count, int salt) {
    return IntStream.range(0, count)
        .mapToObj(i -> member("10.0." + salt + "." + i + ":8420", 10, i))
        .toList();
  }

  @Test
  void a_shard_that_a_member_declines_is_of_the_next_one_and_no_other_shard_moves() {
    List<Member> members = List.of(member("a", 100, 1), member("b", 100, 2), member("c", 100, 3));
    Assignment before = new Assignment(members);
    ShardId declined =
        SHARDS.stream().filter(it -> owner(before, it).equals("a")).findFirst().orElseThrow();
    Assignment after =
        new Assignment(
            List.of(declining(members.getFirst(), declined), members.get(1), members.get(2)));
    assertThat(owner(after, declined)).isIn("b", "c");
    for (ShardId shard : SHARDS) {
      if (!shard.equals(declined)) {
        assertThat(owner(after, shard)).isEqualTo(owner(before, shard));
      }
    }
    Assignment none =
        new Assignment(members.stream().map(member -> declining(member, declined)).toList());
    assertThat(owner(none, declined)).isEqualTo("a");
  }

  private static String owner(Assignment assignment, ShardId shard) {
    return assignment.owner(shard).orElseThrow().address();
  }

  private static Member declining(Member member, ShardId shard) {
    return new Member(
        member.incarnation(),
        member.address(),
        member.beat(),
        false,
        true,
        Set.of(shard.toString()),
        1);
  }

  private static Member member(String address, long beat, int seed) {
    return new Member(
        Incarnation.next(new SplittableRandom(seed)), address, beat, false, true, Set.of(), 1);
  }
}
