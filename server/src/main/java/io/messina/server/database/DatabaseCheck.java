package io.messina.server.database;

import io.messina.server.http.HealthCheck;
import io.messina.stream.ownership.ClusterLease;
import java.util.Optional;

/** Whether the database answers, and this server is the one that works on its keyspace. */
record DatabaseCheck(DatabaseWatch watch, ClusterLease clusterLease) implements HealthCheck {

  @Override
  public String name() {
    return "database";
  }

  @Override
  public Optional<String> trouble() {
    return watch.trouble().or(this::leaseTrouble);
  }

  @Override
  public boolean isVital() {
    return true;
  }

  private Optional<String> leaseTrouble() {
    return switch (clusterLease.state()) {
      case ClusterLease.State.Held _ -> Optional.empty();
      case ClusterLease.State.Unclaimed _ ->
          Optional.of("this server does not hold the keyspace at the moment, and takes it again");
      case ClusterLease.State.Occupied occupied ->
          Optional.of(
              "the keyspace is in use by "
                  + occupied.holder().process()
                  + " since "
                  + occupied.holder().since()
                  + "; this server waits for its end");
    };
  }
}
