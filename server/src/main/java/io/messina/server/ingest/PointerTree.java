package io.messina.server.ingest;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The places of several pointers, as one tree: a value is walked through once. Each node has few
 * names, so they are compared one by one.
 */
final class PointerTree {

  static final int NONE = -1;

  private final List<String> names = new ArrayList<>();
  private final List<PointerTree> children = new ArrayList<>();
  private int slots;

  /** Adds a place, whose value is put into a slot of at most 31. */
  void add(JsonPointer pointer, int slot) {
    PointerTree node = this;
    for (String segment : pointer.segments()) {
      node = node.child(segment);
    }
    node.slots |= 1 << slot;
  }

  private PointerTree child(String name) {
    int index = names.indexOf(name);
    if (index >= 0) {
      return children.get(index);
    }
    PointerTree child = new PointerTree();
    names.add(name);
    children.add(child);
    return child;
  }

  int indexOf(@Nullable String name) {
    for (int i = 0; i < names.size(); i++) {
      if (names.get(i).equals(name)) {
        return i;
      }
    }
    return NONE;
  }

  String nameOf(int index) {
    return names.get(index);
  }

  PointerTree childAt(int index) {
    return children.get(index);
  }

  /** A bit per slot that gets the value at this place. */
  int slots() {
    return slots;
  }

  boolean isLeaf() {
    return names.isEmpty();
  }
}
