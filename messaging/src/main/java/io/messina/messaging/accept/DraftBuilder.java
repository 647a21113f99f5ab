package io.messina.messaging.accept;

import io.messina.api.Shown;
import io.messina.api.message.AccountName;
import io.messina.api.message.MessageContent;
import io.messina.api.message.MessageRecipient;
import io.messina.api.message.NewMessage;
import io.messina.api.message.TemplateUse;
import io.messina.api.message.account.AccountOptions;
import io.messina.api.message.account.QuietHours;
import io.messina.messaging.ContentChecks;
import io.messina.messaging.Message;
import io.messina.messaging.RoutingState;
import io.messina.messaging.recipient.Recipient;
import io.messina.messaging.template.Template;
import io.messina.messaging.template.Templates;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.Function;

/**
 * Checks messages and completes them. Throws the exceptions that {@link NotAcceptedException#of}
 * translates.
 *
 * @param accounts finds the options of an account, or throws
 */
record DraftBuilder(Function<AccountName, AccountOptions> accounts, Templates templates) {

  /**
   * So close to a moment at which it is decided otherwise whether a message waits, other nodes,
   * whose clocks are others, may decide otherwise.
   */
  private static final Duration UNSURE = Duration.ofSeconds(10);

  /** A message that was never accepted. */
  Draft fresh(NewMessage wanted, String id, String digest, Instant now) {
    AccountOptions account = accounts.apply(wanted.account());
    MessageChecks.check(wanted);
    MessageChecks.checkSender(wanted, account.senders());
    MessageChecks.checkSendAt(wanted, now);
    Recipient recipient = Recipient.of(wanted.channel(), wanted.to());
    Optional<LocalQuietHours> quiet = quiet(wanted, account, recipient);
    Instant wished =
        wanted.times().sendAt().filter(now::isBefore).map(DraftBuilder::millis).orElse(now);
    Instant departure = quiet.map(it -> millis(it.after(wished))).orElse(wished);
    MessageChecks.checkExpiry(wanted, departure);
    Optional<Template> template = wanted.template().map(use -> find(wanted, use, use.version()));
    boolean waits = departure.isAfter(now);
    boolean mayWait =
        wanted.marks().key().isPresent()
            && (wanted.times().sendAt().isPresent()
                || quiet.filter(it -> isUnsure(it, now)).isPresent());
    Decision decision =
        new Decision(
            id,
            digest,
            now,
            waits ? Optional.of(departure) : Optional.empty(),
            waits || mayWait,
            template.map(it -> it.definition().version()));
    return new Draft(wanted, decision, message(wanted, id, recipient, template));
  }

  /** A message with an earlier decision that may be stored or not. */
  Draft resumed(NewMessage wanted, Decision decision) {
    Optional<Template> template =
        wanted.template().map(use -> find(wanted, use, decision.version()));
    Recipient recipient = Recipient.of(wanted.channel(), wanted.to());
    return new Draft(wanted, decision, message(wanted, decision.id(), recipient, template));
  }

  private static Message message(
      NewMessage wanted, String id, Recipient recipient, Optional<Template> template) {
    return new Message(
        id,
        new MessageRecipient(
            wanted.account(),
            wanted.channel(),
            recipient.address(),
            wanted.marks().campaign().filter(_ -> !wanted.marks().test()),
            recipient.country()),
        wanted.from(),
        content(wanted, template),
        wanted.times().expiresAt(),
        wanted.marks().metadata(),
        RoutingState.NONE);
  }

  private static MessageContent content(NewMessage wanted, Optional<Template> template) {
    if (template.isPresent()) {
      TemplateUse use = wanted.template().orElseThrow();
      return template.get().render(use.language(), use.parameters());
    }
    MessageContent content = wanted.content().orElseThrow();
    ContentChecks.checkComplete("content", wanted.channel(), content);
    return content;
  }

  private Template find(NewMessage wanted, TemplateUse use, Optional<Integer> version) {
    Template found = templates.find(wanted.account(), use.name(), version);
    if (found.definition().options().channel() != wanted.channel()) {
      throw MessageChecks.wrong(
          "template",
          Shown.text(use.name() + " of " + found.definition().options().channel()),
          "one of " + wanted.channel());
    }
    return found;
  }

  private static Optional<LocalQuietHours> quiet(
      NewMessage wanted, AccountOptions account, Recipient recipient) {
    Optional<ZoneId> own = MessageChecks.zone(wanted);
    return account
        .quietHours()
        .filter(_ -> !wanted.marks().test())
        .map(hours -> LocalQuietHours.of(hours, zone(own, recipient, hours)));
  }

  private static ZoneId zone(Optional<ZoneId> own, Recipient recipient, QuietHours hours) {
    return own.or(() -> recipient.country().flatMap(CountryZones::find))
        .orElseGet(() -> ZoneId.of(hours.zone()));
  }

  private static boolean isUnsure(LocalQuietHours quiet, Instant now) {
    return quiet.isQuiet(now.minus(UNSURE)) || quiet.isQuiet(now.plus(UNSURE));
  }

  /** Rounded up: never before its time. */
  private static Instant millis(Instant time) {
    Instant whole = time.truncatedTo(ChronoUnit.MILLIS);
    return whole.equals(time) ? whole : whole.plusMillis(1);
  }
}
