package io.messina.server.database;

import io.messina.server.http.HealthCheck;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Whether this server is a member of its cluster. One that is none still asks the others. */
record MemberCheck(BooleanSupplier isMember) implements HealthCheck {

  @Override
  public String name() {
    return "member";
  }

  @Override
  public Optional<String> trouble() {
    return isMember.getAsBoolean()
        ? Optional.empty()
        : Optional.of(
            "this server is no member of its cluster at the moment, as its beats did not reach the"
                + " database in time; it becomes one again by itself");
  }
}
