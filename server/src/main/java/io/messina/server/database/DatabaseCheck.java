package io.messina.server.database;

import io.messina.server.http.HealthCheck;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Whether the database answers, and this server is a member of the cluster on its keyspace. */
record DatabaseCheck(DatabaseWatch watch, BooleanSupplier isMember) implements HealthCheck {

  @Override
  public String name() {
    return "database";
  }

  @Override
  public Optional<String> trouble() {
    return watch
        .trouble()
        .or(
            () ->
                isMember.getAsBoolean()
                    ? Optional.empty()
                    : Optional.of(
                        "this server is no member of its cluster at the moment, because its beats"
                            + " did not reach the database; it becomes one again by itself"));
  }

  @Override
  public boolean isVital() {
    return true;
  }
}
