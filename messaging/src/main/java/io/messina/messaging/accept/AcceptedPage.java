package io.messina.messaging.accept;

import io.messina.api.ProblemCode;
import io.messina.api.message.NewMessage;
import io.messina.messaging.accept.MessageKeyTable.Place;
import io.messina.runtime.ParallelCalls;
import io.messina.runtime.Parts;
import java.time.Instant;
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
  private final List<AskedMessage> all;

  /** The first message of each key, while no other page may have it. */
  private final Map<Place, AskedMessage> claimed = new HashMap<>();

  /** Further messages of a key, with the first one. */
  private final Map<AskedMessage, AskedMessage> twins = new HashMap<>();

  AcceptedPage(AcceptSite site, List<NewMessage> wanted) {
    this.site = site;
    this.all = wanted.stream().map(AskedMessage::new).toList();
  }

  List<Acceptance.Answer> accept() {
    try {
      each(all, this::claim);
      inParallel(open(AskedMessage::isKeyed), this::lookUp);
      draft();
      each(open(asked -> asked.isFresh() && !asked.wanted.marks().test()), this::count);
      inParallel(open(AskedMessage::isKeyed), this::decide);
      new ChannelAppends(site).append(open(_ -> true));
    } finally {
      site.underWay().removeAll(claimed.keySet());
    }
    twins.forEach(AcceptedPage::answerTwin);
    return all.stream().map(asked -> asked.answer.orElseThrow()).toList();
  }

  private List<AskedMessage> open(Predicate<AskedMessage> which) {
    return all.stream()
        .filter(asked -> asked.isOpen() && !twins.containsKey(asked) && which.test(asked))
        .toList();
  }

  private static void each(List<AskedMessage> some, Consumer<AskedMessage> action) {
    for (AskedMessage asked : some) {
      try {
        action.accept(asked);
      } catch (RuntimeException e) {
        asked.refused(e);
      }
    }
  }

  private void inParallel(List<AskedMessage> some, Consumer<AskedMessage> action) {
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
  private void claim(AskedMessage asked) {
    MessageForm.checkKey(asked.wanted);
    if (asked.place.isEmpty()) {
      asked.id = MessageIds.random(site.random());
      return;
    }
    asked.attempt = MessageIds.random(site.random());
    Place place = asked.place.get();
    AskedMessage first = claimed.get(place);
    if (first != null) {
      twins.put(asked, first);
    } else if (site.underWay().add(place)) {
      claimed.put(place, asked);
    } else {
      throw pending(place);
    }
  }

  /** What was decided for its key before. */
  private void lookUp(AskedMessage asked) {
    Place place = asked.place.orElseThrow();
    Instant now = site.now();
    List<Decision> known = MessageKeyTable.find(site.store(), place);
    List<Decision> live = known.stream().filter(each -> each.isLive(now)).toList();
    List<Decision> own = live.stream().filter(each -> each.isOf(asked.digest)).toList();
    if (!own.isEmpty()) {
      if (isContested(own.getFirst(), live)) {
        throw pending(place);
      }
      goOn(asked, own.getFirst());
    } else if (live.isEmpty()) {
      asked.id = MessageIds.of(place, known);
    } else {
      throw mismatch(place);
    }
  }

  /** Which of several is in the log, cannot be told by it. */
  private static boolean isContested(Decision own, List<Decision> live) {
    return live.stream().anyMatch(each -> !each.isSame(own));
  }

  /**
   * A message that is in the log was accepted. One that is not may still be: it is put again where
   * it was to be put, and the stream tells whether it was there. One that was taken back is in the
   * log.
   */
  private void goOn(AskedMessage asked, Decision decision) {
    asked.id = decision.id();
    asked.isResumed = true;
    if (site.log().events(decision.id()).isEmpty()) {
      asked.draft = Optional.of(site.drafting().resumed(asked.wanted, decision));
    } else {
      asked.accepted(true);
    }
  }

  private void draft() {
    List<AskedMessage> fresh = open(AskedMessage::isFresh);
    Instant now = site.now();
    if (!fresh.isEmpty()) {
      var _ =
          new ParallelCalls(site.threads(), DRAFTING_THREADS)
              .each(
                  Parts.of(fresh, DRAFTS_AT_ONCE),
                  part -> {
                    each(part, asked -> draft(asked, now));
                    return part;
                  });
    }
  }

  private void draft(AskedMessage asked, Instant now) {
    asked.draft = Optional.of(site.drafting().fresh(asked.wanted, asked.id, asked.digest, now));
  }

  /** In their order, so that of a page those that come first are accepted. */
  private void count(AskedMessage asked) {
    site.quotas()
        .take(asked.wanted.account(), site.drafting().accounts().apply(asked.wanted.account()));
  }

  private void decide(AskedMessage asked) {
    Place place = asked.place.orElseThrow();
    Decision decision = asked.complete().decision();
    try {
      MessageKeyTable.write(
          site.store(), place, asked.attempt, decision, site.streams().nextTimestampMicros());
      if (isElseDecided(place, decision)) {
        MessageKeyTable.delete(
            site.store(), place, asked.attempt, site.streams().nextTimestampMicros());
        throw pending(place);
      }
    } catch (RuntimeException e) {
      if (asked.isFresh()) {
        site.giveBack(asked.wanted);
      }
      throw e;
    }
  }

  /** Whether another node has decided something else at the same moment. */
  private boolean isElseDecided(Place place, Decision decision) {
    Instant now = site.now();
    return MessageKeyTable.find(site.store(), place).stream()
        .anyMatch(each -> each.isLive(now) && !each.isSame(decision));
  }

  private static void answerTwin(AskedMessage asked, AskedMessage first) {
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
