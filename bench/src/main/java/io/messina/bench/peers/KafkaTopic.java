package io.messina.bench.peers;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A topic of a load on a Kafka, created for it. */
final class KafkaTopic implements AutoCloseable {

  static final int PARTITIONS = 16;

  /** Longer than an arm waits for its next turn, while it has records that nobody else may have. */
  static final int REST_MAX_MILLIS = 3_600_000;

  private final String bootstrap;
  private final Admin admin;
  private final String name;

  private KafkaTopic(String bootstrap, Admin admin, String name) {
    this.bootstrap = bootstrap;
    this.admin = admin;
    this.name = name;
  }

  /** Creates the topic of an arm; its promise says whether each append is synced. */
  static KafkaTopic create(PeerArm arm, String bootstrap)
      throws InterruptedException, ExecutionException {
    Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap));
    Map<String, String> configs =
        arm.promise() == PeerArm.Promise.FSYNC ? Map.of("flush.messages", "1") : Map.of();
    NewTopic topic = new NewTopic(arm.toString(), Optional.of(PARTITIONS), Optional.empty());
    var _ = admin.createTopics(List.of(topic.configs(configs))).all().get();
    return new KafkaTopic(bootstrap, admin, arm.toString());
  }

  String name() {
    return name;
  }

  String bootstrap() {
    return bootstrap;
  }

  /** A producer with its defaults, among which is acks=all, but for what is given. */
  KafkaProducer<byte[], byte[]> producer(Map<String, Object> others) {
    Map<String, Object> configs = new HashMap<>(others);
    configs.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
    configs.put(ProducerConfig.ACKS_CONFIG, "all");
    return new KafkaProducer<>(configs, new ByteArraySerializer(), new ByteArraySerializer());
  }

  /** Has a share group begin with the oldest record. */
  void beginEarliest(String shareGroup) throws InterruptedException, ExecutionException {
    ConfigEntry earliest = new ConfigEntry("share.auto.offset.reset", "earliest");
    ConfigEntry lock = new ConfigEntry("share.record.lock.duration.ms", REST_MAX_MILLIS + "");
    var _ =
        admin
            .incrementalAlterConfigs(
                Map.of(
                    new ConfigResource(ConfigResource.Type.GROUP, shareGroup),
                    List.of(
                        new AlterConfigOp(earliest, AlterConfigOp.OpType.SET),
                        new AlterConfigOp(lock, AlterConfigOp.OpType.SET))))
            .all()
            .get();
  }

  /** The number of its records, by the ends of its partitions. */
  long stored() throws InterruptedException, ExecutionException {
    Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
    for (int i = 0; i < PARTITIONS; i++) {
      ends.put(new TopicPartition(name, i), OffsetSpec.latest());
    }
    long records = 0;
    for (ListOffsetsResultInfo end : admin.listOffsets(ends).all().get().values()) {
      records += end.offset();
    }
    return records;
  }

  @Override
  public void close() {
    admin.close();
  }
}
