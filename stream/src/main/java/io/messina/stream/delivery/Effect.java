package io.messina.stream.delivery;

import io.messina.api.ReceiptStatus;
import java.util.Arrays;
import java.util.List;

/** What the caller must do: send answers, and write or delete rows of dead letters. */
public sealed interface Effect {

  /**
   * The answer to a claim.
   *
   * @param ticket of the request
   * @param claim the number of the claim: with a position and the run, a claim id
   * @param run the run
   * @param positions of its events, packed; empty if there are none
   * @param attempts for each event how often it has been handed out, including this time
   * @param redriven for each event whether it was redriven from the dead letters
   * @param suspect whether it is a single event whose last leases ended without an answer
   */
  record Claimed(
      long ticket,
      long claim,
      int run,
      long[] positions,
      int[] attempts,
      boolean[] redriven,
      boolean suspect)
      implements Effect {

    /**
     * Returns the claim id of one of the events.
     *
     * @param index its index in {@code positions}
     */
    public ClaimId claimId(int index) {
      return new ClaimId(positions[index], claim, run);
    }

    /** Returns the claim ids of all events, in the order of {@code positions}. */
    public List<ClaimId> claimIds() {
      return Arrays.stream(positions).mapToObj(p -> new ClaimId(p, claim, run)).toList();
    }
  }

  /**
   * The answer to a settlement.
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
   * A dead letter is to be written; once it is durable, call {@link GroupDelivery#letterWritten}.
   * Until then the event is unfinished in the durable state.
   */
  record WriteLetter(DeadLetter letter) implements Effect {}

  /**
   * An event that has a dead letter, or may have one, is durably done: its row is to be deleted.
   * After that, call {@link GroupDelivery#letterDeleted}; until then the durable state lists the
   * row as to be deleted.
   *
   * @param position the event, packed
   */
  record DeleteLetter(long position) implements Effect {}
}
