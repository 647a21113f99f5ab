package io.messina.stream.delivery;

import java.util.Arrays;
import java.util.List;

/** What is to be done outside: answers that may go out, and rows of dead letters. */
public sealed interface Effect {

  /**
   * The answer to a claim.
   *
   * @param ticket of the request
   * @param claim the number of the claim: with a position and the run, a claim id
   * @param run the run
   * @param positions what it got, packed; empty where nothing is to be had
   * @param attempts for each how often it has been handed out, this time included
   * @param suspect whether it is a single event whose last leases ended in silence
   */
  record Claimed(
      long ticket, long claim, int run, long[] positions, int[] attempts, boolean suspect)
      implements Effect {

    /**
     * The claim id of one of the events.
     *
     * @param index its index in {@code positions}
     * @return what settles it
     */
    public ClaimId claimId(int index) {
      return new ClaimId(positions[index], claim, run);
    }

    /**
     * The claim ids of all events.
     *
     * @return in the order of {@code positions}
     */
    public List<ClaimId> claimIds() {
      return Arrays.stream(positions).mapToObj(p -> new ClaimId(p, claim, run)).toList();
    }
  }

  /**
   * The answer to what a worker said of its claim ids.
   *
   * @param ticket of the request
   * @param statuses one for each claim id, in their order
   */
  record Settled(long ticket, List<ReceiptStatus> statuses) implements Effect {}

  /**
   * A command (seek, purge, pause, resume, redrive) is durable.
   *
   * @param ticket of the command
   */
  record Done(long ticket) implements Effect {}

  /**
   * A dead letter is to be written; once it is durable, say {@link GroupDelivery#letterWritten}.
   * Until then the durable state holds the event as unfinished.
   *
   * @param letter the letter
   */
  record WriteLetter(DeadLetter letter) implements Effect {}

  /**
   * An event that has a dead letter, or may have one, is done, durably: its row may go. Once it has
   * gone, say {@link GroupDelivery#letterDeleted}; until then the durable state holds that it is to
   * go.
   *
   * @param position the event, packed
   */
  record DeleteLetter(long position) implements Effect {}
}
