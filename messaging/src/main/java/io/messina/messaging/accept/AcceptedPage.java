package io.messina.messaging.accept;

import io.messina.api.ProblemCode;
import io.messina.api.message.NewMessage;
import io.messina.messaging.accept.MessageKeyTable.Place;
import io.messina.runtime.ParallelCalls;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Accepts some messages at once. What is decided for a message with a key is durable before the
 * message is anywhere, and a repeat goes by what was decided. For one thread, which others help.
 */
final class AcceptedPage {

  private static final int DRAFTS_AT_ONCE = 250;
  private static final int DRAFTING_THREADS = 4;

  private final AcceptSite site;
  private final List<Asked> all;

  /** The first message of each key, while no other page may have it. */
  private final Map<Place, Asked> claimed = new HashMap<>();

  /** Further messages of a key, with the first one. */
  private final Map<Asked, Asked> twins = new HashMap<>();

  AcceptedPage(AcceptSite site, List<NewMessage> wanted) {
    this.site = site;
    this.all = wanted.stream().map(Asked::new).toList();
  }

  List<Acceptance.Answer> accept() {
    try {
      each(all, this::claim);
      inParallel(open(Asked::isKeyed), this::lookUp);
      draft();
      each(open(asked -> asked.isFresh() && !asked.wanted.test()), this::count);
      inParallel(open(asked -> asked.isFresh() && asked.isKeyed()), this::decide);
      new Appending(site).append(open(_ -> true));
    } finally {
      site.underWay().removeAll(claimed.keySet());
    }
    twins.forEach(AcceptedPage::answerTwin);
    return all.stream().map(asked -> asked.answer.orElseThrow()).toList();
  }

  private List<Asked> open(Predicate<Asked> which) {
    return all.stream()
        .filter(asked -> asked.isOpen() && !twins.containsKey(asked) && which.test(asked))
        .toList();
  }

  private static void each(List<Asked> some, Consumer<Asked> action) {
    for (Asked asked : some) {
      try {
        action.accept(asked);
      } catch (RuntimeException e) {
        asked.refused(e);
      }
    }
  }

  private void inParallel(List<Asked> some, Consumer<Asked> action) {
    if (!some.isEmpty()) {
      var _ =
          site.calls()
              .each(
                  some,
                  asked -> {
                    each(List.of(asked), action);
                    return asked;
                  });
    }
  }

  /** No two messages with the same key are accepted at the same time by this process. */
  private void claim(Asked asked) {
    MessageForm.checkKey(asked.wanted);
    if (asked.place.isEmpty()) {
      asked.id = MessageIds.random(site.random());
      return;
    }
    Place place = asked.place.get();
    Asked first = claimed.get(place);
    if (first != null) {
      twins.put(asked, first);
    } else if (site.underWay().add(place)) {
      claimed.put(place, asked);
    } else {
      throw pending(place);
    }
  }

  /** What was decided for its key before. */
  private void lookUp(Asked asked) {
    Place place = asked.place.orElseThrow();
    Instant now = site.now();
    List<Decision> known = MessageKeyTable.find(site.store(), place);
    List<Decision> live = known.stream().filter(each -> each.isLive(now)).toList();
    List<Decision> own = live.stream().filter(each -> each.isOf(asked.digest)).toList();
    if (!own.isEmpty()) {
      goOn(asked, own.getFirst());
    } else if (live.isEmpty()) {
      asked.id = MessageIds.of(place, known);
    } else {
      throw mismatch(place);
    }
  }

  /**
   * A message that is in the log was accepted. One that is not may still be: it is put again where
   * it was to be put, and the stream tells whether it was there. One that was taken back is in the
   * log.
   */
  private void goOn(Asked asked, Decision decision) {
    asked.id = decision.id();
    asked.isResumed = true;
    if (site.log().events(decision.id()).isEmpty()) {
      asked.draft = Optional.of(site.drafting().resumed(asked.wanted, decision));
    } else {
      asked.accepted(true);
    }
  }

  private void draft() {
    List<Asked> fresh = open(Asked::isFresh);
    Instant now = site.now();
    List<List<Asked>> parts = new ArrayList<>();
    for (int from = 0; from < fresh.size(); from += DRAFTS_AT_ONCE) {
      parts.add(fresh.subList(from, Math.min(from + DRAFTS_AT_ONCE, fresh.size())));
    }
    if (!parts.isEmpty()) {
      var _ =
          new ParallelCalls(site.threads(), DRAFTING_THREADS)
              .each(
                  parts,
                  part -> {
                    each(part, asked -> draft(asked, now));
                    return part;
                  });
    }
  }

  private void draft(Asked asked, Instant now) {
    asked.draft = Optional.of(site.drafting().fresh(asked.wanted, asked.id, asked.digest, now));
  }

  /** In their order, so that of a page those that come first are accepted. */
  private void count(Asked asked) {
    site.quotas()
        .take(asked.wanted.account(), site.drafting().accounts().apply(asked.wanted.account()));
  }

  private void decide(Asked asked) {
    try {
      MessageKeyTable.write(
          site.store(),
          asked.place.orElseThrow(),
          asked.complete().decision(),
          site.nextTimestamp());
    } catch (RuntimeException e) {
      site.quotas().giveBack(asked.wanted.account());
      throw e;
    }
  }

  private static void answerTwin(Asked asked, Asked first) {
    Acceptance.Answer answer = first.answer.orElseThrow();
    asked.id = first.id;
    if (answer.message().isEmpty()) {
      asked.refused(pending(first.place.orElseThrow()));
    } else if (asked.digest.equals(first.digest)) {
      asked.accepted(true);
    } else {
      asked.refused(mismatch(first.place.orElseThrow()));
    }
  }

  static NotAcceptedException pending(Place place) {
    return new NotAcceptedException(
        ProblemCode.KEY_PENDING, "key: " + place.key() + " (expected: one that is not under way)");
  }

  static NotAcceptedException mismatch(Place place) {
    return new NotAcceptedException(
        ProblemCode.KEY_MISMATCH,
        "key: " + place.key() + " (expected: the same message as before)");
  }
}
