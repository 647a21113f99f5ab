package io.messina.bench.peers;

import io.messina.bench.http.DueEvent;
import io.messina.bench.http.DueLatencies;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Records at a rate by a producer that does not wait for others, to one consumer of a group. */
final class KafkaArrivals implements Load {

  private static final long SECOND_NANOS = 1_000_000_000;
  private static final long PAUSE_NANOS = 50_000;
  private static final int PREPARED = 6_400;
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration ARRIVED_MAX = Duration.ofSeconds(30);

  private final int perSecond;
  private final KafkaTopic topic;
  private final KafkaProducer<byte[], byte[]> producer;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final DueLatencies latencies = new DueLatencies();
  private final AtomicLong acknowledged = new AtomicLong();
  private final List<byte[]> payloads = new ArrayList<>();

  KafkaArrivals(PeerArm arm, String bootstrap) throws InterruptedException, ExecutionException {
    this.perSecond = arm.perSecond();
    this.topic = KafkaTopic.create(arm, bootstrap);
    this.producer = topic.producer(Map.of(ProducerConfig.LINGER_MS_CONFIG, 0));
    this.consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers",
                bootstrap,
                "group.id",
                arm.toString(),
                "auto.offset.reset",
                "earliest",
                "max.poll.interval.ms",
                KafkaTopic.REST_MAX_MILLIS),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    consumer.subscribe(List.of(topic.name()));
    while (consumer.assignment().isEmpty()) {
      var _ = consumer.poll(POLL);
    }
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < PREPARED; i++) {
      payloads.add(DueEvent.create(random));
    }
  }

  @Override
  public Answered run(Duration length) throws InterruptedException, ExecutionException {
    long count = length.toMillis() * perSecond / 1000;
    FutureTask<Object> consuming =
        new FutureTask<>(
            () -> {
              consume(count, length.plus(ARRIVED_MAX));
              return true;
            });
    Thread.ofPlatform().start(consuming);
    long before = acknowledged.get();
    long beganNanos = System.nanoTime();
    for (long i = 0; i < count; i++) {
      send((int) (i % PREPARED), beganNanos + i * SECOND_NANOS / perSecond);
    }
    producer.flush();
    double seconds = (System.nanoTime() - beganNanos) / 1e9;
    var _ = consuming.get();
    return Answered.of(acknowledged.get() - before, seconds).arrived(latencies.take());
  }

  private void send(int at, long dueNanos) {
    while (System.nanoTime() < dueNanos) {
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    byte[] payload = payloads.get(at).clone();
    DueEvent.setDue(ByteBuffer.wrap(payload), 0, dueNanos);
    var _ =
        producer.send(
            new ProducerRecord<>(topic.name(), DueEvent.key(payload), payload),
            (_, failure) -> {
              if (failure == null) {
                acknowledged.incrementAndGet();
              }
            });
  }

  private void consume(long count, Duration most) {
    long untilNanos = System.nanoTime() + most.toNanos();
    while (latencies.count() < count && System.nanoTime() < untilNanos) {
      for (ConsumerRecord<byte[], byte[]> each : consumer.poll(POLL)) {
        latencies.add(ByteBuffer.wrap(each.value()));
      }
    }
  }

  @Override
  public void check() throws InterruptedException, ExecutionException {
    Counted.check("records", acknowledged.get(), topic.stored(), 0);
  }

  @Override
  public void close() {
    consumer.close();
    producer.close();
    topic.close();
  }
}
