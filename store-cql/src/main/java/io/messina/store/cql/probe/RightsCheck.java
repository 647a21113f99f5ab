package io.messina.store.cql.probe;

import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import io.messina.store.cql.session.CqlCredentials;
import io.messina.store.cql.session.CqlOptions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The role has the rights in the keyspace that the store needs. */
final class RightsCheck implements Check {

  private static final String WHAT = "rights";
  private static final List<String> NEEDED = List.of("SELECT", "MODIFY");
  private static final String TABLES = "CREATE";

  @Override
  public List<ClusterFinding> examine(ProbedCluster cluster) {
    Optional<CqlCredentials> credentials = cluster.options().credentials();
    if (credentials.isEmpty()) {
      return List.of(ClusterFinding.ok(WHAT, "the database asks nobody for a password"));
    }
    String role = credentials.get().user();
    try {
      return List.of(
          isSuper(cluster, role)
              ? ClusterFinding.ok(WHAT, role + " may do everything")
              : judged(cluster.options(), role, permissions(cluster, role)));
    } catch (InvalidQueryException e) {
      return List.of(ClusterFinding.ok(WHAT, "the database has no rights to grant"));
    } catch (UnauthorizedException e) {
      return List.of(
          ClusterFinding.warning(
              WHAT,
              role + " may not see its own rights",
              "see that it has SELECT, MODIFY and CREATE on the keyspace"));
    }
  }

  private static ClusterFinding judged(CqlOptions options, String role, Set<String> permissions) {
    for (String needed : NEEDED) {
      if (!permissions.contains(needed)) {
        return ClusterFinding.wrong(
            WHAT,
            role + " may not " + needed + " in keyspace " + options.keyspace(),
            "run " + KeyspaceStatements.grant(needed, options, role) + ";");
      }
    }
    return permissions.contains(TABLES)
        ? ClusterFinding.ok(WHAT, role + " may read, write and make tables")
        : ClusterFinding.warning(
            WHAT,
            role + " may read and write, but not make tables",
            "make them by 'messina schema apply' as somebody who may, after each upgrade too, or"
                + " run "
                + KeyspaceStatements.grant(TABLES, options, role)
                + ";");
  }

  private static boolean isSuper(ProbedCluster cluster, String role) {
    for (Row row : cluster.session().execute(question("LIST ROLES OF " + quoted(role)))) {
      if (role.equals(row.getString("role")) && row.getBoolean("super")) {
        return true;
      }
    }
    return false;
  }

  private static Set<String> permissions(ProbedCluster cluster, String role) {
    Set<String> permissions = new TreeSet<>();
    String query =
        "LIST ALL PERMISSIONS ON KEYSPACE "
            + cluster.options().quotedKeyspace()
            + " OF "
            + quoted(role);
    for (Row row : cluster.session().execute(question(query))) {
      String permission = row.getString("permission");
      if (permission != null) {
        permissions.add(permission);
      }
    }
    return permissions;
  }

  private static SimpleStatement question(String query) {
    return SimpleStatement.newInstance(query).setIdempotent(true);
  }

  private static String quoted(String role) {
    return '"' + role.replace("\"", "\"\"") + '"';
  }
}
