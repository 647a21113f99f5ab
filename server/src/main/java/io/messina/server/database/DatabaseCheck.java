package io.messina.server.database;

import io.messina.server.http.HealthCheck;
import java.util.Optional;

/** Whether the database answers. */
record DatabaseCheck(DatabaseWatch watch) implements HealthCheck {

  @Override
  public String name() {
    return "database";
  }

  @Override
  public Optional<String> trouble() {
    return watch.trouble();
  }

  @Override
  public boolean isVital() {
    return true;
  }
}
