package io.messina.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.bench.Printed;
import io.messina.test.rules.FullBuild;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@Timeout(120)
class PeerBenchTest {

  private static final String KAFKA_JARS = "messina.kafka.jars";

  @Test
  @EnabledOnOs(OS.LINUX)
  void an_arm_is_measured_though_a_peer_is_missing() throws Exception {
    String before = System.getProperty(KAFKA_JARS, "");
    System.setProperty(KAFKA_JARS, "/absent");
    try {
      assertThat(printed("ndjson,kafka"))
          .containsPattern("(?m)^ndjson +fsync before the answer +[1-9][0-9,]* ")
          .contains("kafka has no figures: Kafka's jars are not in /absent: ./messina bench peers");
    } finally {
      System.setProperty(KAFKA_JARS, before);
    }
  }

  @Test
  @FullBuild("one arm of Messina")
  @EnabledOnOs(OS.LINUX)
  @Timeout(value = 10, unit = TimeUnit.MINUTES) // two JVMs for each arm
  void arms_of_messina_and_kafka_acknowledge_what_is_there() throws Exception {
    List<PeerArm> arms =
        List.of(
            PeerArm.NDJSON,
            PeerArm.KAFKA,
            PeerArm.CLIENT,
            PeerArm.CONSTANT,
            PeerArm.CLAIMS,
            PeerArm.KAFKA_SHARE,
            PeerArm.HANDLER_5000,
            PeerArm.POLL_5000,
            PeerArm.KAFKA_FLUSH_5000);
    String printed = printed(arms.stream().map(PeerArm::toString).collect(Collectors.joining(",")));
    for (PeerArm arm : arms) {
      assertThat(printed)
          .containsPattern("(?m)^" + arm + " +" + arm.promise().meaning() + " +[1-9][0-9,]* ");
    }
    assertThat(printed).contains("ndjson ÷ kafka ", "claims ÷ kafka-share ");
  }

  @Test
  void help_tells_all_arms_with_their_promises_and_all_flags() throws Exception {
    String help = Printed.by(PeerBench::run, "--help");
    for (PeerArm arm : PeerArm.values()) {
      assertThat(help).contains(arm + " ", arm.meaning() + "; " + arm.promise().meaning());
    }
    assertThat(help).contains("--baseline", "--json", "--markdown", "--arms");
  }

  @Test
  void counts_that_differ_fail_an_arm() {
    Counted.check("events", 100, 100, 0);
    Counted.check("events", 100, 132, 32);
    assertThatThrownBy(() -> Counted.check("events", 100, 99, 32))
        .hasMessage("100 events were acknowledged, and 99 are there");
    assertThatThrownBy(() -> Counted.check("events", 100, 101, 0))
        .hasMessage("100 events were acknowledged, and 101 are there");
    assertThatThrownBy(() -> Answered.of(100, 1).arrived("99 1.0 2.0"))
        .hasMessage("100 events were acknowledged and 99 have arrived");
    assertThat(Answered.parse(Answered.of(100, 2).arrived("100 1.5 2.5").toString()))
        .isEqualTo(new Answered(100, 2, 1.5, 2.5));
  }

  private static String printed(String arms) throws Exception {
    return Printed.by(
        PeerBench::run,
        "--arms",
        arms,
        "--rounds",
        "1",
        "--seconds",
        "1",
        "--warm-up",
        "1",
        "--java",
        Printed.QUICK_JAVA);
  }
}
