package io.messina.server.streams;

import io.messina.server.http.HealthCheck;
import io.messina.stream.node.Streams;
import java.util.List;
import java.util.Optional;

/** Whether the node knows which streams there are. */
record CatalogCheck(Streams streams) implements HealthCheck {

  @Override
  public String name() {
    return "catalog";
  }

  @Override
  public Optional<String> trouble() {
    return streams.isLoaded()
        ? Optional.empty()
        : Optional.of("the definitions of streams are not read yet");
  }

  @Override
  public String note() {
    List<String> unreadable = streams.unreadable();
    return unreadable.isEmpty()
        ? HealthCheck.super.note()
        : "definitions that this version cannot read, whose streams and groups are left alone: "
            + String.join(", ", unreadable);
  }
}
