package io.messina.api;

import java.time.Duration;
import java.util.Optional;

/** Which unfinished events of a group to show. */
public record UnfinishedQuery(
    @Field(
            value = "maximum number of events",
            min = "1",
            max = "" + ClaimOptions.LIMIT_MAX,
            otherwise = "" + ClaimOptions.LIMIT_DEFAULT)
        int limit,
    @Field("only events in this state, which is RECEIVED or PROCESSING") Optional<EventState> state,
    @Field(value = "only events that this worker has", max = "" + ClaimOptions.WORKER_CHARS_MAX)
        Optional<String> worker,
    @Field(value = "only events that a worker has had at least so long", min = "0s")
        Optional<Duration> heldFor) {

  /** Any, {@link ClaimOptions#LIMIT_DEFAULT} of them. */
  public static final UnfinishedQuery DEFAULT =
      new UnfinishedQuery(
          ClaimOptions.LIMIT_DEFAULT, Optional.empty(), Optional.empty(), Optional.empty());

  public UnfinishedQuery {
    RecordField.check(UnfinishedQuery.class, limit, state, worker, heldFor);
    state.ifPresent(
        given ->
            Checks.that(
                given == EventState.RECEIVED || given == EventState.PROCESSING,
                "state",
                given,
                "RECEIVED or PROCESSING"));
  }

  /** The same of one worker. */
  public UnfinishedQuery of(String name) {
    return new UnfinishedQuery(limit, state, Optional.of(name), heldFor);
  }
}
