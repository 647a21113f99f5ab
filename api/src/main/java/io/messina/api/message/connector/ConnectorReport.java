package io.messina.api.message.connector;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.messina.api.Field;
import java.util.Optional;

/**
 * A connector, and how it goes on the node that was asked.
 *
 * @param definition how it reaches its provider
 * @param running whether messages are sent through it by this node
 * @param trouble why not; or of one that runs, why the provider neither took nor refused the
 *     message of its last call, as when it cannot be reached
 * @param resting whether most of its calls have failed lately, so that other connectors are chosen
 *     first
 * @param paused whether it claims nothing for now, as its provider has asked
 * @param waiting how many messages of this node's shards wait for it, or are being sent; absent if
 *     unknown
 * @param uncertain how many messages have to be resolved, of all nodes, at most 100,000; absent if
 *     unknown
 */
public record ConnectorReport(
    @JsonUnwrapped ConnectorDefinition definition,
    @Field("whether messages are sent through it by this node") boolean running,
    @Field("why not, or why the provider neither took nor refused the message of its last call")
        Optional<String> trouble,
    @Field("whether most of its calls have failed lately, so that others are chosen first")
        boolean resting,
    @Field("whether it claims nothing for now, as its provider has asked") boolean paused,
    @Field("messages of this node's shards that wait for it; absent if unknown")
        Optional<Long> waiting,
    @Field("messages of all nodes that have to be resolved, at most 100000; absent if unknown")
        Optional<Long> uncertain) {

  /**
   * A connector through which the node does not send yet.
   *
   * @param definition how it reaches its provider
   * @return the report
   */
  public static ConnectorReport notRunning(ConnectorDefinition definition) {
    return new ConnectorReport(
        definition, false, Optional.empty(), false, false, Optional.empty(), Optional.empty());
  }
}
