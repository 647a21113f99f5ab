package io.messina.aggregate.node;

import static io.messina.testkit.mistake.Mistake.calls;
import static io.messina.testkit.mistake.Mistake.instead;
import static io.messina.testkit.mistake.Mistake.within;

import io.messina.aggregate.ShardAggregate;
import io.messina.aggregate.state.ShardProgress;
import io.messina.aggregate.state.ShardState;
import io.messina.stream.follow.ReadAhead;
import io.messina.stream.owner.Commit;
import io.messina.stream.owner.OwnGroup;
import io.messina.testkit.mistake.Mistake;

/** The shell with one mistake each, and how a check of {@link AggregateWorld} names it. */
enum PlantedBug {
  THE_POSITION_OF_THE_BATCH_BEFORE_IS_WRITTEN(
      "doubled: ",
      1,
      within(
          ShardState.class.getName(),
          "commit",
          calls(
              ShardProgress.class,
              "encode",
              code ->
                  code.pop()
                      .aload(0)
                      .getfield(
                          Mistake.desc(ShardState.class),
                          "progress",
                          Mistake.desc(ShardProgress.class))
                      .invokevirtual(
                          Mistake.desc(ShardProgress.class),
                          "encode",
                          Mistake.type(byte[].class))))),
  IT_READS_ON_FROM_THE_COMMITTED_POSITION(
      "lost: ",
      1,
      within(
          AggregateTask.class.getName(),
          "<init>",
          calls(
              ReadAhead.class,
              "start",
              code ->
                  code.aload(3)
                      .invokevirtual(
                          Mistake.desc(AggregateShard.Opened.class),
                          "group",
                          Mistake.type(OwnGroup.class))
                      .invokestatic(
                          Mistake.desc(PlantedBug.class),
                          "startBehindCommitted",
                          Mistake.type(
                              void.class, ReadAhead.class, Commit.class, OwnGroup.class))))),
  IT_RESTORES_OVER_A_NEWER_LOCAL_STATE(
      "went back: ",
      2,
      instead(StateOpening.class.getName(), "isBehind", code -> code.iconst_1().ireturn())),
  IT_REMOVES_A_STATE_THAT_NO_SNAPSHOT_HAS(
      "went back: ",
      88,
      instead(LeftFolders.class.getName(), "reachedBy", code -> code.loadConstant(-1L).lreturn())),
  A_NOTE_COUNTS_BEFORE_IT_IS_DURABLE(
      "named: ",
      1,
      within(
          GroupCommits.class.getName(),
          "publish",
          calls(
              OwnGroup.class,
              "commit",
              code ->
                  code.invokeinterface(
                      Mistake.desc(OwnGroup.class),
                      "commitLater",
                      Mistake.type(void.class, Commit.class))))),
  GAPS_ARE_FORGOTTEN(
      "not called incomplete: ",
      9,
      instead(ShardAggregate.class.getName() + "$Reading", "openGaps", code -> code.return_()));

  final String shownBy;

  /** Of the first history that shows it; when histories change it is one of those after it. */
  final long firstSeed;

  final Mistake mistake;

  PlantedBug(String shownBy, long firstSeed, Mistake mistake) {
    this.shownBy = shownBy;
    this.firstSeed = firstSeed;
    this.mistake = mistake;
  }

  static void startBehindCommitted(ReadAhead pages, Commit from, OwnGroup group) {
    Commit committed = group.committed();
    boolean ahead = committed.position().compareTo(from.position()) > 0;
    pages.start(ahead ? new Commit(committed.position(), from.run()) : from);
  }
}
