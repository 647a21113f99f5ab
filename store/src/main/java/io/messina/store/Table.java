package io.messina.store;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The declaration of a table, made once as a constant: a partition key, clustering columns that
 * order a partition's rows, other columns, a {@link TableKind kind} and traits that tell engines
 * how the table is used.
 *
 * <pre>{@code
 * static final Column<String> CLUSTER = Column.ofText("cluster");
 * static final Column<String> NODE = Column.ofText("node");
 * static final Column<String> ADDRESS = Column.ofText("address");
 * static final Table MEMBERS =
 *     Table.plain("members").partitionedBy(CLUSTER).clusteredBy(NODE).columns(ADDRESS).expiring().build();
 * }</pre>
 *
 * <p>A table without clustering columns holds at most one row per partition. A {@link
 * TableKind#FENCED} table may have static columns, one value of each per partition, beside the
 * fence itself. Immutable; two tables are equal if everything declared is.
 */
public final class Table {

  private final String name;
  private final TableKind kind;
  private final List<Column<?>> partitionColumns;
  private final List<Column<?>> clusteringColumns;
  private final ClusteringOrder order;
  private final List<Column<?>> staticColumns;
  private final List<Column<?>> columns;
  private final boolean expiring;
  private final boolean appendOnly;
  private final Optional<Duration> lifetime;
  private final String definition;

  Table(TableBuilder builder) {
    this.name = builder.name;
    this.kind = builder.kind;
    this.partitionColumns = builder.partitionColumns;
    this.clusteringColumns = builder.clusteringColumns;
    this.order = builder.order;
    this.staticColumns = builder.staticColumns;
    this.columns = builder.columns;
    this.expiring = builder.expiring;
    this.appendOnly = builder.appendOnly;
    this.lifetime = builder.lifetime;
    this.definition = describe();
  }

  /**
   * Begins a table of unconditional writes.
   *
   * @param name a lower-case letter, then up to 47 of a-z, 0-9 and _; unique in a store
   * @return a builder
   */
  public static TableBuilder plain(String name) {
    return new TableBuilder(name, TableKind.PLAIN);
  }

  /**
   * Begins a table of fenced writes.
   *
   * @param name as in {@link #plain}
   * @return a builder
   */
  public static TableBuilder fenced(String name) {
    return new TableBuilder(name, TableKind.FENCED);
  }

  /**
   * The name.
   *
   * @return the name, unique in a store
   */
  public String name() {
    return name;
  }

  /**
   * The kind.
   *
   * @return how writes are ordered
   */
  public TableKind kind() {
    return kind;
  }

  /**
   * The columns whose values together name a partition.
   *
   * @return one or more columns
   */
  public List<Column<?>> partitionColumns() {
    return partitionColumns;
  }

  /**
   * The columns that order a partition's rows, the first one first.
   *
   * @return none, if a partition is one row
   */
  public List<Column<?>> clusteringColumns() {
    return clusteringColumns;
  }

  /**
   * The order of a partition's rows.
   *
   * @return the order of all clustering columns
   */
  public ClusteringOrder order() {
    return order;
  }

  /**
   * The columns with one value per partition.
   *
   * @return none for a {@link TableKind#PLAIN} table; never the fence
   */
  public List<Column<?>> staticColumns() {
    return staticColumns;
  }

  /**
   * The columns that are neither static nor part of a key.
   *
   * @return the columns in the order of their declaration
   */
  public List<Column<?>> columns() {
    return columns;
  }

  /**
   * Whether puts may carry an expiry.
   *
   * @return false for a {@link TableKind#FENCED} table
   */
  public boolean isExpiring() {
    return expiring;
  }

  /**
   * Whether each row is put once and leaves by expiry or with its whole partition.
   *
   * @return see {@link TableBuilder#appendOnly}
   */
  public boolean isAppendOnly() {
    return appendOnly;
  }

  /**
   * How long rows are usually kept, which guides compaction and nothing else.
   *
   * @return empty if unknown or for ever
   */
  public Optional<Duration> lifetime() {
    return lifetime;
  }

  /**
   * Names a partition of this table.
   *
   * @param cells one for each partition column, in any order
   * @return the key
   * @throws IllegalArgumentException where a column is missing, given twice or not a partition
   *     column, or where the only partition column is empty text or empty bytes (databases have no
   *     such partition)
   */
  public PartitionKey partition(Cell<?>... cells) {
    return new PartitionKey(this, Cells.complete(this, partitionColumns, cells));
  }

  /**
   * All rows of a partition, to be narrowed.
   *
   * @return a range without bounds
   */
  public ClusteringRange rows() {
    return ClusteringRange.all(this);
  }

  /**
   * The order in which engines keep and scan rows.
   *
   * @return a comparator of complete clustering keys of this table
   */
  public Comparator<ClusteringKey> rowOrder() {
    Comparator<ClusteringKey> ascending = ClusteringKey::compareValues;
    return order == ClusteringOrder.ASCENDING ? ascending : ascending.reversed();
  }

  /**
   * Everything declared, in one line of text that is equal for equal tables and only for them.
   * Engines keep it to find out whether a table that exists is the one that is asked for.
   *
   * @return for instance {@code plain members (cluster text | node text ascending | address text)
   *     expiring}
   */
  public String definition() {
    return definition;
  }

  private String describe() {
    StringBuilder text = new StringBuilder();
    text.append(lower(kind))
        .append(' ')
        .append(name)
        .append(" (")
        .append(join(partitionColumns))
        .append(" | ");
    if (!clusteringColumns.isEmpty()) {
      text.append(join(clusteringColumns)).append(' ').append(lower(order));
    }
    if (!staticColumns.isEmpty()) {
      text.append(" | static ").append(join(staticColumns));
    }
    text.append(" | ").append(join(columns)).append(')');
    text.append(appendOnly ? " append-only" : "").append(expiring ? " expiring" : "");
    lifetime.ifPresent(duration -> text.append(' ').append(duration));
    return text.toString();
  }

  @Override
  public boolean equals(Object other) {
    return this == other || (other instanceof Table table && definition.equals(table.definition));
  }

  @Override
  public int hashCode() {
    return name.hashCode();
  }

  /** The {@link #definition}. */
  @Override
  public String toString() {
    return definition;
  }

  private static String join(List<Column<?>> columns) {
    return columns.stream().map(Column::toString).collect(Collectors.joining(", "));
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
