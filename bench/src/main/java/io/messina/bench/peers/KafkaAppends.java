package io.messina.bench.peers;

import io.messina.bench.http.DueEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** One producer with its defaults, which one thread gives records as fast as it takes them. */
final class KafkaAppends implements Load {

  private static final int PREPARED = 6_400;

  private final KafkaTopic topic;
  private final KafkaProducer<byte[], byte[]> producer;
  private final List<byte[]> payloads = new ArrayList<>();
  private final List<byte[]> keys = new ArrayList<>();
  private final AtomicLong acknowledged = new AtomicLong();
  private int at;

  KafkaAppends(PeerArm arm, String bootstrap) throws InterruptedException, ExecutionException {
    this.topic = KafkaTopic.create(arm, bootstrap);
    this.producer = topic.producer(Map.of());
    SplittableRandom random = new SplittableRandom(4);
    for (int i = 0; i < PREPARED; i++) {
      byte[] payload = DueEvent.create(random);
      payloads.add(payload);
      keys.add(DueEvent.key(payload));
    }
  }

  KafkaTopic topic() {
    return topic;
  }

  @Override
  public Answered run(Duration length) {
    long before = acknowledged.get();
    long sent = 0;
    long beganNanos = System.nanoTime();
    long untilNanos = beganNanos + length.toNanos();
    while (System.nanoTime() < untilNanos) {
      at = (at + 1) % PREPARED;
      var _ =
          producer.send(
              new ProducerRecord<>(topic.name(), keys.get(at), payloads.get(at)),
              (_, failure) -> {
                if (failure == null) {
                  acknowledged.incrementAndGet();
                }
              });
      sent++;
    }
    producer.flush();
    double seconds = (System.nanoTime() - beganNanos) / 1e9;
    if (acknowledged.get() - before != sent) {
      throw new IllegalStateException("a record was not acknowledged");
    }
    return Answered.of(sent, seconds);
  }

  @Override
  public void check() throws InterruptedException, ExecutionException {
    Counted.check("records", acknowledged.get(), topic.stored(), 0);
  }

  @Override
  public void close() {
    producer.close();
    topic.close();
  }
}
