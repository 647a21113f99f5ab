package io.messina.cli.demo;

import java.nio.file.Path;
import java.util.Map;

/** Where the demo keeps its data. */
sealed interface DemoPlace extends AutoCloseable permits DemoFolder, DemoKeyspace {

  /** Where the server's file of options would be. */
  Path path();

  /** The flags by which the server finds it. */
  Map<String, String> flags();

  /** Which variables of the environment the server may read. */
  Map<String, String> environment();

  /** For people: two columns. */
  String line();

  @Override
  void close();
}
