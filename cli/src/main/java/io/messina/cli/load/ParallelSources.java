package io.messina.cli.load;

import io.messina.client.StreamClient;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;

/**
 * Appends events under several sources with numbered batches. Batches of one source go one after
 * the other, those of different ones at a time: what must keep its order goes to one source. For
 * one thread.
 */
public final class ParallelSources {

  private final List<SourceBatches> sources;

  /**
   * Nothing is sent yet.
   *
   * @param stream where to
   * @param name the same for each sending of the same events; the sources are called by it and by
   *     their numbers
   * @param sending how batches are cut and sent
   * @param sent is told of each batch
   */
  public ParallelSources(StreamClient stream, String name, Sending sending, SentBatches sent) {
    Semaphore permits = new Semaphore(sending.parallel());
    sources =
        IntStream.range(0, sending.sources())
            .mapToObj(
                number ->
                    new SourceBatches(stream.async(), name + "#" + number, sending, permits, sent))
            .toList();
  }

  /**
   * Adds an event; waits where the source's next batch is full and the one before not answered.
   *
   * @param entry what to append
   * @param order events of the same number keep the order in which they are added
   * @throws BadInputException where an earlier batch of the source is refused
   * @throws io.messina.client.MessinaException where one cannot be stored
   */
  public void add(Entry entry, int order) {
    sources.get(Math.floorMod(order, sources.size())).add(entry);
  }

  /**
   * Sends what is gathered, without waiting for the answer.
   *
   * @throws BadInputException where an earlier batch is refused
   * @throws io.messina.client.MessinaException where one cannot be stored
   */
  public void send() {
    sources.forEach(SourceBatches::send);
  }

  /**
   * Sends what is gathered, and waits until everything is stored.
   *
   * @throws BadInputException where a batch is refused
   * @throws io.messina.client.MessinaException where one cannot be stored
   */
  public void finish() {
    send();
    sources.forEach(SourceBatches::await);
  }
}
