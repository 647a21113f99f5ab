package io.messina.stream.cluster;

import static io.messina.testkit.mistake.Mistake.calling;
import static io.messina.testkit.mistake.Mistake.instead;
import static org.assertj.core.api.Assertions.assertThat;

import io.messina.stream.delivery.BrokenRule;
import io.messina.test.rules.FullBuild;
import io.messina.testkit.mistake.Mistake;
import io.messina.testkit.mistake.MistakenClasses;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Mistakes inside of Messina are found, each by the check that is for it. */
@FullBuild("the simulation of clusters without mistakes is in each build")
final class MistakesTest {

  private static final long SEEDS = 300;

  @ParameterizedTest
  @EnumSource
  void a_mistake_is_found_by_its_check(PlantedMistake planted) {
    MistakenClasses messina =
        new MistakenClasses(
            planted.mistake, "io.messina.stream.", "io.messina.runtime.", "io.messina.peers.");
    List<String> wrong = List.of();
    for (long seed = 1; seed <= SEEDS && !isFound(planted, wrong); seed++) {
      wrong = messina.wrong(getClass(), "history", seed);
      // Classes that are missing among those that are loaded once more would end it.
      assertThat(wrong).as("seed %s", seed).noneMatch(words -> words.contains("ended by"));
    }
    assertThat(isFound(planted, wrong)).isTrue();
  }

  private static boolean isFound(PlantedMistake planted, List<String> wrong) {
    return wrong.stream().anyMatch(words -> words.contains(planted.shownBy));
  }

  /** Called in the other Messina. */
  static List<String> history(long seed) {
    return ClusterWorld.run(seed, Wiring.of(seed), PlantedBug.NOTHING).wrong();
  }

  /** What is done wrong on purpose inside of Messina, and what has to be said of it. */
  enum PlantedMistake {
    /** A new owner does not read which keys are in the log. */
    WINDOW_NOT_REBUILT(
        "twice in the log",
        instead(
            PlantedMistake.STREAM + "append.Rebuild", "read", code -> code.iconst_1().ireturn())),
    /** Outputs are appended once their event is done. */
    OUTPUTS_AFTER_THE_ACK(
        "with outputs that are lost",
        calling(
                PlantedMistake.STREAM + "node.OutputAcks",
                "appendAll",
                PlantedMistake::laterOutputs)
            .and(
                calling(
                    PlantedMistake.STREAM + "node.OutputAcks",
                    "settle",
                    PlantedMistake::laterAck))),
    /** An owner relies on ends of lanes that nobody else knows. */
    CUT_NOT_RECORDED(
        "was shown",
        instead(
            PlantedMistake.STREAM + "node.Cutting", "record", code -> code.iconst_1().ireturn())),
    /** Leases of a former owner do not run in full. */
    RESTORED_LEASE_CUT_SHORT("two live receipts", BrokenRule.LEASE_CUT_SHORT_ON_RESTORE.mistake),
    /** What was handed out before a seek is as good as what is handed out after it. */
    SEEK_WITHOUT_A_NEW_RUN(
        "handed out again although it was done",
        calling(PlantedMistake.STREAM + "delivery.GroupDelivery", "addExact", code -> code.pop())),
    /** An owner goes on with the options that a group had when it took the shard over. */
    OPTIONS_NOT_HANDED_ON(
        "dead by options of before",
        instead(
            PlantedMistake.STREAM + "group.ShardGroups",
            "changes",
            code ->
                code.invokestatic(
                        ConstantDescs.CD_List, "of", MethodTypeDesc.of(ConstantDescs.CD_List), true)
                    .areturn())),
    /** An event is finished before its dead letter is durable. */
    LETTER_AFTER_THE_FLOOR(
        "never finished what stands in the log", BrokenRule.FINISHED_BEFORE_ITS_LETTER.mistake);

    private static final String STREAM = "io.messina.stream.";

    final String shownBy;
    final transient Mistake mistake;

    PlantedMistake(String shownBy, Mistake mistake) {
      this.shownBy = shownBy;
      this.mistake = mistake;
    }

    private static void laterOutputs(CodeBuilder code) {
      code.invokestatic(
          node("LateOutputs"),
          "appendAll",
          MethodTypeDesc.of(
              ConstantDescs.CD_List,
              node("Outputs"),
              ClassDesc.of(PlantedMistake.STREAM + "catalog.CatalogGroup"),
              ConstantDescs.CD_List));
    }

    private static void laterAck(CodeBuilder code) {
      code.invokestatic(
          node("LateOutputs"),
          "settle",
          MethodTypeDesc.of(
              ConstantDescs.CD_List,
              node("ReceiptRouting"),
              ClassDesc.of(PlantedMistake.STREAM + "catalog.CatalogStream"),
              ClassDesc.of(PlantedMistake.STREAM + "catalog.CatalogGroup"),
              ClassDesc.of(PlantedMistake.STREAM + "delivery.Outcome"),
              ConstantDescs.CD_List));
    }

    private static ClassDesc node(String name) {
      return ClassDesc.of(PlantedMistake.STREAM + "node." + name);
    }
  }
}
