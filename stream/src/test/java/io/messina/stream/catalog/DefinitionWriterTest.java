package io.messina.stream.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.runtime.RequestException;
import io.messina.runtime.definition.Created;
import io.messina.runtime.definition.Definitions;
import io.messina.runtime.definition.WatchedDefinitions;
import io.messina.store.StoreUnavailableException;
import io.messina.store.UnknownOutcomeException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What the callers of a catalog are told where the store or other writers are in the way. */
class DefinitionWriterTest extends CatalogRig {

  private static final StreamName VIEWS = new StreamName("views");

  @Test
  void a_change_is_one_write_and_nothing_to_do_is_one_read() {
    catalog.refresh();
    assertThat(asked(() -> catalog.create(EDITS, OPTIONS))).isEqualTo("0 reads, 1 writes");
    assertThat(asked(() -> catalog.create(EDITS, OPTIONS))).isEqualTo("1 reads, 0 writes");
    assertThat(asked(() -> delete(catalog))).isEqualTo("0 reads, 1 writes");
  }

  @Test
  void what_others_have_changed_since_is_read_before_it_is_said_that_nothing_is_to_be_done() {
    catalog.create(EDITS, OPTIONS);
    delete(other);
    Created<CatalogStream> again = catalog.create(EDITS, OPTIONS);
    assertThat(again.isNew()).isTrue();
    assertThat(again.value().id()).hasToString("edits~2");
  }

  @Test
  void what_others_have_changed_since_is_read_before_anything_is_refused() {
    StreamOptions more = OPTIONS.shards(2 * OPTIONS.shards());
    catalog.create(EDITS, OPTIONS);
    delete(other);
    other.create(EDITS, more);
    assertThat(catalog.create(EDITS, more).isNew()).isFalse();
    assertThatThrownBy(() -> catalog.create(EDITS, OPTIONS))
        .isInstanceOf(RequestException.Refused.class);
  }

  @Test
  void many_that_find_their_knowledge_old_at_the_same_time_share_few_reads() throws Exception {
    catalog.create(EDITS, OPTIONS);
    time.sleep(Duration.ofSeconds(2));
    planted.reads.set(0);
    CountDownLatch asking = new CountDownLatch(200);
    planted.beforeReads =
        () -> {
          try {
            asking.await();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        };
    List<Thread> threads =
        IntStream.range(0, 200)
            .mapToObj(
                _ ->
                    Thread.startVirtualThread(
                        () -> {
                          asking.countDown();
                          catalog.freshView();
                        }))
            .toList();
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(planted.reads.get()).isBetween(1, 20);
  }

  @Test
  void a_creation_whose_answer_was_lost_is_new_once_its_outcome_is_known() {
    planted.writing =
        batch -> {
          var outcome = store.writeIf(batch);
          if (planted.sent.size() < 3) {
            throw new UnknownOutcomeException("planted");
          }
          return outcome;
        };
    assertThat(catalog.create(EDITS, OPTIONS).isNew()).isTrue();
    assertThat(planted.sent).hasSize(3).containsOnly(planted.sent.getFirst());
  }

  @Test
  void it_is_also_new_where_others_have_deleted_it_since() {
    planted.writing =
        batch -> {
          if (planted.sent.size() == 1) {
            store.writeIf(batch);
            delete(other);
            throw new UnknownOutcomeException("planted");
          }
          return store.writeIf(batch);
        };
    Created<CatalogStream> created = catalog.create(EDITS, OPTIONS);
    assertThat(created.isNew()).isTrue();
    assertThat(created.value().id()).hasToString("edits~1");
    assertThat(catalog.view().streams()).isEmpty();
  }

  @Test
  void a_request_that_others_overtake_decides_anew() {
    planted.writing =
        batch -> {
          if (planted.sent.size() == 1) {
            other.create(EDITS, OPTIONS);
          }
          return store.writeIf(batch);
        };
    assertThat(catalog.create(EDITS, OPTIONS).isNew()).isFalse();
    assertThat(planted.sent).hasSize(1);
  }

  @Test
  void where_others_are_always_faster_it_is_given_up() {
    planted.writing =
        batch -> {
          other.create(new StreamName("s" + planted.sent.size()), OPTIONS);
          return store.writeIf(batch);
        };
    assertThatThrownBy(() -> catalog.create(EDITS, OPTIONS))
        .isInstanceOf(RequestException.Unavailable.class);
    assertThat(planted.sent).hasSize(20);
    assertThat(other.refresh().stream(EDITS)).isEmpty();
  }

  @Test
  void without_any_answer_it_is_unknown_and_no_later_write_is_mistaken_for_it() {
    planted.writing =
        batch -> {
          throw new UnknownOutcomeException("planted");
        };
    assertThatThrownBy(() -> catalog.create(EDITS, OPTIONS))
        .isInstanceOf(RequestException.Unknown.class);
    assertThat(planted.sent).hasSize(10);

    planted.writing = store::writeIf;
    assertThat(catalog.create(VIEWS, OPTIONS).isNew()).isTrue();
    assertThat(planted.sent.getLast().expected()).isEqualTo(planted.sent.getFirst().expected());
    assertThat(planted.sent.getLast().next()).isNotEqualTo(planted.sent.getFirst().next());
  }

  @Test
  void a_store_that_refuses_makes_it_unavailable() {
    planted.writing =
        batch -> {
          throw new StoreUnavailableException("planted");
        };
    assertThatThrownBy(() -> catalog.create(EDITS, OPTIONS))
        .isInstanceOf(RequestException.Unavailable.class);
    planted.readable = false;
    assertThatThrownBy(catalog::refresh).isInstanceOf(RequestException.Unavailable.class);
    assertThatThrownBy(() -> delete(catalog)).isInstanceOf(RequestException.Unavailable.class);
  }

  @Test
  void it_is_unknown_where_it_cannot_be_read_whether_it_was_done() {
    planted.writing =
        batch -> {
          other.create(VIEWS, OPTIONS);
          planted.readable = false;
          return store.writeIf(batch);
        };
    assertThatThrownBy(() -> catalog.create(EDITS, OPTIONS))
        .isInstanceOf(RequestException.Unknown.class);
  }

  @Test
  void a_closed_catalog_sends_nothing_again() {
    planted.writing =
        batch -> {
          catalog.close();
          throw new UnknownOutcomeException("planted");
        };
    assertThatThrownBy(() -> catalog.create(EDITS, OPTIONS))
        .isInstanceOf(RequestException.Unknown.class);
    assertThat(planted.sent).hasSize(1);
  }

  @Test
  void what_is_known_never_becomes_older() {
    WatchedDefinitions<Definitions> known = stored();
    other.create(EDITS, OPTIONS);
    Definitions older = known.read();
    other.create(VIEWS, OPTIONS);
    Definitions newer = known.read();

    for (Definitions former : List.of(older, Definitions.NONE)) {
      known.accept(former);
      assertThat(known.view()).isEqualTo(newer);
    }
  }

  private String asked(Runnable action) {
    planted.reads.set(0);
    planted.sent.clear();
    action.run();
    return planted.reads + " reads, " + planted.sent.size() + " writes";
  }
}
