package io.messina.cli.serve;

import io.messina.server.database.ServerTables;
import io.messina.store.StoreException;
import io.messina.store.cql.probe.ClusterFinding;
import io.messina.store.cql.probe.ClusterProbe;
import io.messina.store.cql.session.CqlOptions;
import java.util.List;

/** The findings about a server's database. */
final class DatabaseFindings {

  private DatabaseFindings() {}

  static List<Finding> of(CqlOptions keyspace) {
    try {
      return ClusterProbe.examineThoroughly(keyspace, ServerTables.ALL).findings().stream()
          .map(DatabaseFindings::finding)
          .toList();
    } catch (StoreException e) {
      return List.of(Finding.wrong("store", String.valueOf(e.getMessage()), ""));
    }
  }

  private static Finding finding(ClusterFinding finding) {
    Finding.Grade grade =
        switch (finding.grade()) {
          case OK -> Finding.Grade.OK;
          case WARNING -> Finding.Grade.WARNING;
          case WRONG -> Finding.Grade.WRONG;
        };
    return new Finding(finding.what(), grade, finding.found(), sentence(finding.advice()));
  }

  private static String sentence(String advice) {
    if (advice.isEmpty()) {
      return advice;
    }
    String begun = Character.toUpperCase(advice.charAt(0)) + advice.substring(1);
    return begun.endsWith(";") ? begun : begun + ".";
  }
}
