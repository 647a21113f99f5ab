package io.messina.messaging.accept;

import io.messina.api.ProblemCode;
import io.messina.api.message.NewMessage;
import io.messina.messaging.accept.MessageKeyTable.AccountKey;
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
 * Accepts some messages at once. The decision for a message with a key is durable before the
 * message is stored, and a repeat follows the stored decision. One thread runs it, with the help of
 * others.
 */
final class AcceptanceBatch {

  private static final int DRAFTS_AT_ONCE = 250;
  private static final int DRAFTING_THREADS = 4;

  private final AcceptServices services;
  private final List<MessageRequest> all;

  /** The first message of each key, while no other page may have it. */
  private final Map<AccountKey, MessageRequest> claimed = new HashMap<>();

  /** Further messages of a key, with the first one. */
  private final Map<MessageRequest, MessageRequest> duplicates = new HashMap<>();

  AcceptanceBatch(AcceptServices services, List<NewMessage> wanted, Map<String, String> trace) {
    this.services = services;
    this.all = wanted.stream().map(each -> new MessageRequest(each, trace)).toList();
  }

  List<Acceptance.Answer> accept() {
    try {
      each(all, this::claim);
      inParallel(open(MessageRequest::isKeyed), this::lookUp);
      draft();
      each(open(request -> request.isFresh() && !request.wanted.marks().test()), this::count);
      inParallel(open(MessageRequest::isKeyed), this::decide);
      new ChannelAppends(services).append(open(_ -> true));
    } finally {
      services.inProgress().removeAll(claimed.keySet());
    }
    duplicates.forEach(AcceptanceBatch::answerDuplicate);
    return all.stream().map(request -> request.answer.orElseThrow()).toList();
  }

  private List<MessageRequest> open(Predicate<MessageRequest> which) {
    return all.stream()
        .filter(
            request -> request.isOpen() && !duplicates.containsKey(request) && which.test(request))
        .toList();
  }

  private static void each(List<MessageRequest> some, Consumer<MessageRequest> action) {
    for (MessageRequest request : some) {
      try {
        action.accept(request);
      } catch (RuntimeException e) {
        request.refused(e);
      }
    }
  }

  private void inParallel(List<MessageRequest> some, Consumer<MessageRequest> action) {
    if (!some.isEmpty()) {
      var _ =
          services
              .calls()
              .each(
                  some,
                  request -> {
                    each(List.of(request), action);
                    return request;
                  });
    }
  }

  /** No two messages with the same key are accepted at the same time by this process. */
  private void claim(MessageRequest request) {
    MessageChecks.checkKey(request.wanted);
    if (request.accountKey.isEmpty()) {
      request.id = MessageIds.random(services.context().random());
      return;
    }
    request.attempt = MessageIds.random(services.context().random());
    AccountKey accountKey = request.accountKey.get();
    MessageRequest first = claimed.get(accountKey);
    if (first != null) {
      duplicates.put(request, first);
    } else if (services.inProgress().add(accountKey)) {
      claimed.put(accountKey, request);
    } else {
      throw pending(accountKey);
    }
  }

  /** Looks up earlier decisions for the key. */
  private void lookUp(MessageRequest request) {
    AccountKey accountKey = request.accountKey.orElseThrow();
    Instant now = services.context().now();
    List<Decision> known = MessageKeyTable.find(services.context().store(), accountKey);
    List<Decision> live = known.stream().filter(each -> each.isLive(now)).toList();
    List<Decision> own = live.stream().filter(each -> each.isOf(request.digest)).toList();
    if (!own.isEmpty()) {
      if (isContested(own.getFirst(), live)) {
        throw pending(accountKey);
      }
      goOn(request, own.getFirst());
    } else if (live.isEmpty()) {
      request.id = MessageIds.of(accountKey, known);
    } else {
      throw mismatch(accountKey);
    }
  }

  /** With several different decisions the one in the stream is unknown. */
  private static boolean isContested(Decision own, List<Decision> live) {
    return live.stream().anyMatch(each -> !each.isSame(own));
  }

  /**
   * A message in the history was accepted. One that is missing there may still be accepted: it is
   * appended again to the same stream, which answers whether it had it. A message that was
   * cancelled is in the history.
   */
  private void goOn(MessageRequest request, Decision decision) {
    request.id = decision.id();
    request.isResumed = true;
    if (services.log().events(decision.id()).isEmpty()) {
      request.draft = Optional.of(services.drafting().resumed(request.wanted, decision));
    } else {
      request.accepted(true);
    }
  }

  private void draft() {
    List<MessageRequest> fresh = open(MessageRequest::isFresh);
    Instant now = services.context().now();
    if (!fresh.isEmpty()) {
      var _ =
          new ParallelCalls(services.context().threads(), DRAFTING_THREADS)
              .each(
                  Parts.of(fresh, DRAFTS_AT_ONCE),
                  part -> {
                    each(part, request -> draft(request, now));
                    return part;
                  });
    }
  }

  private void draft(MessageRequest request, Instant now) {
    request.draft =
        Optional.of(services.drafting().fresh(request.wanted, request.id, request.digest, now));
  }

  /** Takes quota in the order of the batch, so that the first messages of a batch are accepted. */
  private void count(MessageRequest request) {
    services
        .quotas()
        .take(
            request.wanted.account(),
            services.drafting().accounts().apply(request.wanted.account()));
  }

  private void decide(MessageRequest request) {
    AccountKey accountKey = request.accountKey.orElseThrow();
    Decision decision = request.complete().decision();
    try {
      MessageKeyTable.write(
          services.context().store(),
          accountKey,
          request.attempt,
          decision,
          services.streams().nextTimestampMicros());
      if (isDecidedOtherwise(accountKey, decision)) {
        MessageKeyTable.delete(
            services.context().store(),
            accountKey,
            request.attempt,
            services.streams().nextTimestampMicros());
        throw pending(accountKey);
      }
    } catch (RuntimeException e) {
      if (request.isFresh()) {
        services.giveBack(request.wanted);
      }
      throw e;
    }
  }

  /** Whether another node has decided something else at the same moment. */
  private boolean isDecidedOtherwise(AccountKey accountKey, Decision decision) {
    Instant now = services.context().now();
    return MessageKeyTable.find(services.context().store(), accountKey).stream()
        .anyMatch(each -> each.isLive(now) && !each.isSame(decision));
  }

  private static void answerDuplicate(MessageRequest request, MessageRequest first) {
    Acceptance.Answer answer = first.answer.orElseThrow();
    request.id = first.id;
    if (answer.message().isEmpty()) {
      request.refused(pending(first.accountKey.orElseThrow()));
    } else if (request.digest.equals(first.digest)) {
      request.accepted(true);
    } else {
      request.refused(mismatch(first.accountKey.orElseThrow()));
    }
  }

  static NotAcceptedException pending(AccountKey accountKey) {
    return new NotAcceptedException(
        ProblemCode.KEY_PENDING,
        "key: " + accountKey.key() + " (expected: one that is not under way)");
  }

  static NotAcceptedException mismatch(AccountKey accountKey) {
    return new NotAcceptedException(
        ProblemCode.KEY_MISMATCH,
        "key: " + accountKey.key() + " (expected: the same message as before)");
  }
}
