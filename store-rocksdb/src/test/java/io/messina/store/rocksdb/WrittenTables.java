package io.messina.store.rocksdb;

import io.messina.store.Column;
import io.messina.store.PartitionKey;
import io.messina.store.PartitionWalk;
import io.messina.store.Scan;
import io.messina.store.Table;
import io.messina.store.TableBuilder;
import io.messina.store.TableKind;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/** The tables of a folder that a server wrote, as it tells them itself. */
final class WrittenTables {

  private static final Pattern DEFINITION =
      Pattern.compile(
          "(plain|fenced) (\\w+) \\(([^|]*) \\|(?: ([^|]*) (ascending|descending))? *"
              + "(?:\\| static ([^|]*) )?\\| ([^|]*)\\)( append-only)?( expiring)?(?: (P\\w+))?");
  private static final String PREFIX = "table/";

  private WrittenTables() {}

  /** Reads the definitions; a folder of which only a copy counts. */
  static List<Table> of(Path folder) throws RocksDBException {
    NativeLibrary.load(folder.resolve("native"));
    List<Table> tables = new ArrayList<>();
    try (Options options = new Options();
        RocksDB db = RocksDB.openReadOnly(options, folder.resolve("rocksdb").toString());
        RocksIterator rows = db.newIterator()) {
      for (rows.seek(PREFIX.getBytes(StandardCharsets.US_ASCII));
          rows.isValid() && text(rows.key()).startsWith(PREFIX);
          rows.next()) {
        tables.add(table(text(rows.value())));
      }
    }
    return tables;
  }

  /** By table, all rows of a store that knows these tables; of fenced ones only how many. */
  static Map<String, List<Object>> rows(RocksStore store, List<Table> tables) {
    Map<String, List<Object>> all = new TreeMap<>();
    for (Table table : tables) {
      store.create(table);
      List<Object> rows = all.computeIfAbsent(table.name(), name -> new ArrayList<>());
      if (table.kind() == TableKind.FENCED) {
        rows.addAll(fenced(store, table));
      } else {
        Iterator<PartitionKey> partitions = store.partitions(PartitionWalk.of(table));
        while (partitions.hasNext()) {
          store.scan(Scan.of(partitions.next())).forEachRemaining(rows::add);
        }
      }
    }
    return all;
  }

  private static List<Object> fenced(RocksStore store, Table table) {
    long entries = store.storedEntries(RocksDatabase.familyName(table));
    return new ArrayList<>(Arrays.asList(new Object[Math.toIntExact(entries)]));
  }

  private static Table table(String definition) {
    Matcher parts = DEFINITION.matcher(definition);
    if (!parts.matches()) {
      throw new IllegalArgumentException(definition);
    }
    String name = parts.group(2);
    TableBuilder table = parts.group(1).equals("plain") ? Table.plain(name) : Table.fenced(name);
    table.partitionedBy(columns(parts.group(3)));
    if (parts.group(4) != null) {
      table.clusteredBy(columns(parts.group(4)));
      if (parts.group(5).equals("descending")) {
        table.descending();
      }
    }
    if (parts.group(6) != null) {
      table.statics(columns(parts.group(6)));
    }
    table.columns(columns(parts.group(7)));
    if (parts.group(8) != null) {
      table.appendOnly();
    }
    if (parts.group(10) != null) {
      table.expiring(Duration.parse(parts.group(10)));
    } else if (parts.group(9) != null) {
      table.expiring();
    }
    return table.build();
  }

  private static Column<?>[] columns(String columns) {
    return Arrays.stream(columns.split(", "))
        .filter(each -> !each.isEmpty())
        .map(WrittenTables::column)
        .toArray(Column<?>[]::new);
  }

  private static Column<?> column(String column) {
    String name = column.substring(0, column.indexOf(' '));
    return switch (column.substring(column.indexOf(' ') + 1)) {
      case "text" -> Column.ofText(name);
      case "bytes" -> Column.ofBytes(name);
      case "int" -> Column.ofInt(name);
      case "long" -> Column.ofLong(name);
      case "boolean" -> Column.ofBoolean(name);
      case "instant" -> Column.ofInstant(name);
      case "uuid" -> Column.ofUuid(name);
      case "double" -> Column.ofDouble(name);
      case "text_map" -> Column.ofTextMap(name);
      default -> throw new IllegalArgumentException(column);
    };
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
