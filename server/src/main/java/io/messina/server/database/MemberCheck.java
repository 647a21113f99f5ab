package io.messina.server.database;

import io.messina.server.http.HealthCheck;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Whether this server is a member of its cluster. One that is none still asks the others.
 *
 * @param isMember whether it is
 * @param refusal why it can be none any more
 */
record MemberCheck(BooleanSupplier isMember, Supplier<Optional<String>> refusal)
    implements HealthCheck {

  private static final String AWAY =
      "this server is no member of its cluster at the moment, as its beats did not reach the"
          + " database in time; it becomes one again by itself";

  @Override
  public String name() {
    return "member";
  }

  @Override
  public Optional<String> trouble() {
    return isMember.getAsBoolean()
        ? Optional.empty()
        : Optional.of(
            refusal
                .get()
                .map("this server is no member of its cluster any more: "::concat)
                .orElse(AWAY));
  }
}
