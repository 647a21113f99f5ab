package io.messina.api.message.connector;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.messina.api.Field;
import java.util.Optional;

/** A connector and its progress on all nodes. */
public record ConnectorReport(
    @JsonUnwrapped ConnectorDefinition definition,
    @Field("whether all nodes send messages through it") boolean running,
    @Field(
            "reason why it does not run, or why the provider neither accepted nor refused the"
                + " message of its last call")
        Optional<String> trouble,
    @Field(
            "whether most of its recent calls have failed, so that other connectors are chosen"
                + " first")
        boolean resting,
    @Field("whether it claims no messages for now, at the request of its provider") boolean paused,
    @Field("messages that wait for it or are being sent; absent if" + " unknown")
        Optional<Long> waiting,
    @Field("messages of all nodes that must be resolved, at most 100000; absent if unknown")
        Optional<Long> uncertain) {

  /** A connector through which the node does not send yet. */
  public static ConnectorReport notRunning(ConnectorDefinition definition) {
    return new ConnectorReport(
        definition, false, Optional.empty(), false, false, Optional.empty(), Optional.empty());
  }
}
