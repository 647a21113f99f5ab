package io.messina.aggregate.snapshot;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/** A place in memory that tells of each step before it takes it; whoever is told may throw. */
final class SteppedPlace implements SnapshotPlace {

  final NavigableMap<String, byte[]> objects = new TreeMap<>();
  private Consumer<String> told = _ -> {};

  void tell(Consumer<String> each) {
    told = each;
  }

  void step(String what) {
    told.accept(what);
  }

  @Override
  public void put(String name, Path file) {
    step("put " + name);
    objects.put(name, bytes(file));
    step("answer put " + name);
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void get(String name, Path target) {
    step("get " + name);
    byte[] bytes = objects.get(name);
    if (bytes == null) {
      throw new SnapshotException.Missing(name + " is not here", null);
    }
    write(target, Arrays.copyOf(bytes, bytes.length / 2));
    step("half of get " + name);
    write(target, bytes);
    step("answer get " + name);
  }

  private static void write(Path target, byte[] bytes) {
    try {
      Files.write(target, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public List<String> list(String prefix) {
    step("list " + prefix);
    List<String> names = objects.keySet().stream().filter(name -> name.startsWith(prefix)).toList();
    step("answer list " + prefix);
    return names;
  }

  @Override
  public void delete(Collection<String> names) {
    step("delete");
    for (String name : names) {
      objects.remove(name);
      step("deleted " + name);
    }
  }

  @Override
  public void close() {}
}
