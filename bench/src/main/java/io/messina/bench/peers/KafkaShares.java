package io.messina.bench.peers;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.AcknowledgeType;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaShareConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Consumers of a share group that acknowledge each record, and wait until that is stored. */
final class KafkaShares implements Load {

  private static final String GROUP = "workers";
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration FILLING = Duration.ofMillis(250);

  private final KafkaAppends appends;
  private final List<KafkaShareConsumer<byte[], byte[]>> consumers = new ArrayList<>();
  private final Workers<KafkaShareConsumer<byte[], byte[]>> workers;
  private final AtomicLong refused = new AtomicLong();
  private long appended;
  private long acked;

  KafkaShares(String bootstrap) throws InterruptedException, ExecutionException {
    this.appends = new KafkaAppends(PeerArm.KAFKA_SHARE, bootstrap);
    appends.topic().beginEarliest(GROUP);
    for (int i = 0; i < HttpClaims.WORKERS; i++) {
      KafkaShareConsumer<byte[], byte[]> consumer =
          new KafkaShareConsumer<>(
              Map.of(
                  "bootstrap.servers",
                  bootstrap,
                  "group.id",
                  GROUP,
                  "share.acknowledgement.mode",
                  "explicit",
                  "max.poll.records",
                  500,
                  "max.poll.interval.ms",
                  KafkaTopic.REST_MAX_MILLIS),
              new ByteArrayDeserializer(),
              new ByteArrayDeserializer());
      consumer.subscribe(List.of(appends.topic().name()));
      consumers.add(consumer);
    }
    this.workers = new Workers<>(consumers);
  }

  @Override
  public void prepare(Duration length) {
    while (appended - acked < HttpClaims.BACKLOG_PER_SECOND * length.toMillis() / 1000) {
      appended += appends.run(FILLING).events();
    }
  }

  @Override
  public Answered run(Duration length) throws InterruptedException, ExecutionException {
    Answered answered = workers.run(length, this::pollAndAck);
    acked += answered.events();
    return answered;
  }

  private int pollAndAck(KafkaShareConsumer<byte[], byte[]> consumer) {
    ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
    for (ConsumerRecord<byte[], byte[]> each : records) {
      consumer.acknowledge(each, AcknowledgeType.ACCEPT);
    }
    for (Map.Entry<TopicIdPartition, Optional<KafkaException>> each :
        consumer.commitSync().entrySet()) {
      if (each.getValue().isPresent()) {
        refused.incrementAndGet();
      }
    }
    return records.count();
  }

  @Override
  public void check() throws InterruptedException, ExecutionException {
    appends.check();
    if (refused.get() > 0 || acked > appended) {
      throw new IllegalStateException(
          "%,d of %,d records were acknowledged, %d commits were refused"
              .formatted(acked, appended, refused.get()));
    }
  }

  @Override
  public void close() {
    workers.close();
    consumers.forEach(KafkaShareConsumer::close);
    appends.close();
  }
}
