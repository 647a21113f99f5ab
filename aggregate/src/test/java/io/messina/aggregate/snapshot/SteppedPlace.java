package io.messina.aggregate.snapshot;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.function.Consumer;

/** A place in memory that tells of each step before it takes it; whoever is told may throw. */
final class SteppedPlace implements SnapshotPlace {

  private final MemoryPlace memory = new MemoryPlace();
  final NavigableMap<String, byte[]> objects = memory.objects;
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
    memory.put(name, file);
    step("answer put " + name);
  }

  @Override
  public void get(String name, Path target) {
    step("get " + name);
    byte[] bytes = memory.object(name);
    MemoryPlace.write(target, Arrays.copyOf(bytes, bytes.length / 2));
    step("half of get " + name);
    memory.get(name, target);
    step("answer get " + name);
  }

  @Override
  public List<String> list(String prefix) {
    step("list " + prefix);
    List<String> names = memory.list(prefix);
    step("answer list " + prefix);
    return names;
  }

  @Override
  public List<String> folders() {
    step("list folders");
    return memory.folders();
  }

  @Override
  public void delete(Collection<String> names) {
    step("delete");
    for (String name : names) {
      memory.delete(List.of(name));
      step("deleted " + name);
    }
  }

  @Override
  public void close() {}
}
