package io.messina.server.messages;

import io.messina.messaging.node.Messaging;
import io.messina.server.http.HealthCheck;
import java.util.Optional;

/** Whether messages of all shards of this node are routed and tracked. */
record MessagingCheck(Messaging messaging) implements HealthCheck {

  @Override
  public String name() {
    return "messages";
  }

  @Override
  public Optional<String> trouble() {
    return messaging.trouble();
  }
}
