package io.messina.cli.load;

import io.messina.cli.file.FileEntry;
import io.messina.client.stream.StreamClient;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Sends entries in batches, several at a time. Batches of one source are sent one after the other,
 * batches of different sources at the same time: entries that must keep their order belong to one
 * source. For one thread.
 */
public final class ParallelBatches {

  private final List<OrderedBatches> sources;

  /**
   * Nothing is sent yet.
   *
   * @param sending how batches are cut and sent
   * @param sender of each source, by its number from 0
   */
  public ParallelBatches(Sending sending, IntFunction<? extends BatchSender> sender) {
    Semaphore permits = new Semaphore(sending.parallel());
    sources =
        IntStream.range(0, sending.sources())
            .mapToObj(number -> new OrderedBatches(sender.apply(number), sending, permits))
            .toList();
  }

  /**
   * Batches of events, each stored once however often it is sent.
   *
   * @param stream where to
   * @param name the same for each sending of the same events; the sources are called by it and by
   *     their numbers
   * @param sending how batches are cut and sent
   * @param sent is told of each batch
   * @return nothing is sent yet
   */
  public static ParallelBatches ofEvents(
      StreamClient stream, String name, Sending sending, SentBatches sent) {
    return new ParallelBatches(
        sending, number -> new NumberedSource(stream, name + "#" + number, sent));
  }

  /**
   * Adds an entry; waits where the source's next batch is full and the one before not answered.
   *
   * @param entry the entry to send
   * @param order entries of the same number keep the order in which they are added
   * @throws io.messina.cli.file.BadInputException if an earlier batch of the source is refused
   * @throws io.messina.client.error.MessinaException if one cannot be stored
   */
  public void add(FileEntry entry, int order) {
    sources.get(Math.floorMod(order, sources.size())).add(entry);
  }

  /**
   * Sends the events that are gathered, without waiting for the answer.
   *
   * @throws io.messina.cli.file.BadInputException if an earlier batch is refused
   * @throws io.messina.client.error.MessinaException if one cannot be stored
   */
  public void send() {
    sources.forEach(OrderedBatches::send);
  }

  /**
   * Sends the events that are gathered, and waits until everything is stored.
   *
   * @throws io.messina.cli.file.BadInputException if a batch is refused
   * @throws io.messina.client.error.MessinaException if one cannot be stored
   */
  public void finish() {
    send();
    sources.forEach(OrderedBatches::await);
  }
}
