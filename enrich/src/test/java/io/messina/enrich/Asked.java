package io.messina.enrich;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Remembers what an enrichment wants done, in words; requests can be looked up by their number. */
final class Asked implements EnrichmentEffects<String, List<Edit>, List<Edit>, List<Edit>> {

  final List<String> words = new ArrayList<>();
  final List<Long> attempts = new ArrayList<>();
  final List<Long> letterIds = new ArrayList<>();
  final List<FailedEvent<String, List<Edit>>> letters = new ArrayList<>();
  final List<StateRow<List<Edit>>> rows = new ArrayList<>();

  @Override
  public void read(String key, long attempt) {
    words.add("read " + key);
    attempts.add(attempt);
  }

  @Override
  public void write(
      String key, @Nullable StateRow<List<Edit>> expected, StateRow<List<Edit>> row, long attempt) {
    words.add("write " + key + " " + positions(row.state()));
    attempts.add(attempt);
    rows.add(row);
  }

  @Override
  public void emit(String key, long first, long position, List<Edit> output) {
    words.add("emit " + key + " " + positions(output));
  }

  @Override
  public void deadLetter(FailedEvent<String, List<Edit>> letter, long id) {
    words.add("letter " + letter.position() + " " + letter.cause() + " " + letter.applied());
    letters.add(letter);
    letterIds.add(id);
  }

  @Override
  public void stopped(String why) {
    words.add("stopped " + why);
  }

  long lastAttempt() {
    return attempts.get(attempts.size() - 1);
  }

  StateRow<List<Edit>> lastRow() {
    return rows.get(rows.size() - 1);
  }

  /** What was asked since the last time. */
  List<String> take() {
    List<String> taken = List.copyOf(words);
    words.clear();
    return taken;
  }

  private static List<Long> positions(@Nullable List<Edit> edits) {
    return edits == null ? List.of() : edits.stream().map(Edit::position).toList();
  }
}
