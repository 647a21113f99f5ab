package io.messina.enrichment;

import static io.messina.testkit.mistake.Mistake.calls;
import static io.messina.testkit.mistake.Mistake.instead;
import static io.messina.testkit.mistake.Mistake.within;

import io.messina.stream.follow.JobDeadLetters;
import io.messina.testkit.mistake.Mistake;

/** The shell with one mistake each, and how the check of a history names it. */
enum PlantedBug {
  PROGRESS_PASSES_UNFINISHED_EVENTS(
      "state of ",
      within(
          EnrichmentTask.class.getName(),
          "commit",
          calls("completeTo", code -> code.pop().loadConstant(Long.MAX_VALUE)))),
  PROGRESS_PASSES_OUTPUTS_THAT_ARE_NOT_APPENDED(
      "outputs of ",
      instead(
          Outbox.class.getName(), "oldest", code -> code.loadConstant(Long.MAX_VALUE).lreturn())),
  DEAD_LETTERS_ARE_NOT_STORED(
      "state of ",
      instead(LetterWriter.class.getName(), "tryStore", code -> code.iconst_1().ireturn())),
  LETTERS_OF_FORMER_OWNERS_ARE_NOT_CUT(
      LateLetters.class,
      "a letter is there that was stored behind the cut",
      within(JobDeadLetters.class.getName(), "takeOver", calls("write", code -> code.pop2()))),
  LETTERS_COUNT_WHOEVER_OWNS_THE_SHARD(
      LateLetters.class,
      "a letter counts that the next owner has not seen",
      within(
          LetterWriter.class.getName(),
          "store",
          calls("getAsBoolean", code -> code.pop().iconst_1()))),
  NOBODY_KNOWS_WHAT_A_FORMER_OWNER_BEGAN(
      "set aside and applied",
      within(Intake.class.getName(), "peek", calls("reserve", code -> code.pop2().pop()))),
  EVENTS_WITH_A_LETTER_ARE_APPLIED(
      "set aside and applied",
      within(
          Intake.class.getName(),
          "isToBeApplied",
          calls("contains", code -> code.pop2().iconst_0()))),
  OLDER_STATES_WIN(
      "state of ",
      within(
          StateClient.class.getName(),
          "write",
          calls(
              "getAsLong",
              code ->
                  code.pop()
                      .loadConstant(1L << 50)
                      .invokestatic(
                          Mistake.desc(PlantedBug.class),
                          "older",
                          Mistake.type(long.class, long.class)))));

  private static long last;

  /** Has a method {@code wrong}, which is given a seed. */
  final Class<?> history;

  final String shownBy;
  final Mistake mistake;

  PlantedBug(String shownBy, Mistake mistake) {
    this(EnrichmentWorld.class, shownBy, mistake);
  }

  PlantedBug(Class<?> history, String shownBy, Mistake mistake) {
    this.history = history;
    this.shownBy = shownBy;
    this.mistake = mistake;
  }

  /** Goes down from call to call. */
  static long older(long from) {
    last++;
    return from - last;
  }
}
