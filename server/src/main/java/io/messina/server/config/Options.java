package io.messina.server.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** All options of a server. */
public final class Options {

  /** Where to listen. */
  public static final Option<String> HOST =
      option("host", OptionType.loopback(), "127.0.0.1", "The address to listen at.");

  /** Where to listen. */
  public static final Option<Integer> PORT =
      option(
          "port",
          OptionType.wholeNumber(0, 65_535),
          8420,
          "The TCP port to listen at; 0 takes a free one.");

  /** Where the embedded store is. */
  public static final Option<Path> DATA =
      option(
          "data",
          OptionType.path(),
          Path.of("messina-data"),
          "The folder of the embedded store, made where it is missing.");

  /** Which store. */
  public static final Option<StoreKind> STORE =
      option(
          "store",
          OptionType.choice(
              StoreKind.class, "embedded; stores at cql://… are not part of this version yet"),
          StoreKind.EMBEDDED,
          "The store that holds all data.");

  /** When a write is durable. */
  public static final Option<Durability> DURABILITY =
      option(
          "durability",
          OptionType.choice(Durability.class, "sync or os"),
          Durability.SYNC,
          "When the embedded store calls a write durable: once it is on the disk, or once the"
              + " operating system has it.");

  /** How large a body may be as it is sent. */
  public static final Option<Long> BODY_MAX =
      option(
          "body-max",
          OptionType.size(1 << 10, 1 << 28),
          8L << 20,
          "How large the body of a request may be, as it is sent.");

  /** How large a body may be as it is read. */
  public static final Option<Long> DECOMPRESSED_MAX =
      option(
          "decompressed-max",
          OptionType.size(1 << 10, 1 << 30),
          64L << 20,
          "How large the body of a request may be once it is decompressed.");

  /** How much memory all bodies may take. */
  public static final Option<Long> BODIES_MAX =
      option(
          "bodies-max",
          OptionType.size(1 << 20, 1L << 34),
          256L << 20,
          "How much memory the bodies of all requests at once may take; beyond it requests are"
              + " answered 429.");

  /** How long stopping may take. */
  public static final Option<Duration> DRAIN_MAX =
      option(
          "drain-max",
          OptionType.duration(Duration.ZERO, Duration.ofMinutes(10)),
          Duration.ofSeconds(10),
          "How long stopping may take: requests that run may go on for three quarters of it, the"
              + " rest is for handing shards over.");

  /** Tells others that the server is ready. */
  public static final Option<Path> READY_FILE =
      new Option<>(
          "ready-file",
          OptionType.path(),
          Optional.empty(),
          "A file that gets the base URL once the server is ready, and goes when it stops.");

  /** All of them, in the order in which they are shown. */
  public static final List<Option<?>> ALL =
      List.of(
          HOST,
          PORT,
          STORE,
          DATA,
          DURABILITY,
          BODY_MAX,
          DECOMPRESSED_MAX,
          BODIES_MAX,
          DRAIN_MAX,
          READY_FILE);

  private Options() {}

  private static <T> Option<T> option(
      String name, OptionType<T> type, T standard, String sentence) {
    return new Option<>(name, type, Optional.of(standard), sentence);
  }
}
