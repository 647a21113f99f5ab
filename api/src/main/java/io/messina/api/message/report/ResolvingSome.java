package io.messina.api.message.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.messina.api.Field;
import io.messina.api.RecordField;
import java.time.Instant;
import java.util.Optional;

/**
 * What somebody says of some of the uncertain messages of a connector, page by page.
 *
 * @param as what became of them, or is to become
 * @param reason only those whose reason has this in it; empty for all
 * @param from only those that are uncertain since then or later; empty for all
 * @param to only those that were uncertain before; empty for all
 * @param after where to begin, as {@link ResolvedSome#next} said; empty for the beginning
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record ResolvingSome(
    @Field("sent, refused for another connector, or again") MessageResolution as,
    @Field("only those whose reason has this in it") Optional<String> reason,
    @Field("only those that are uncertain since then or later") Optional<Instant> from,
    @Field("only those that were uncertain before") Optional<Instant> to,
    @Field("where to begin, as the answer before said in next") Optional<String> after) {

  /** Checks what is said. */
  public ResolvingSome {
    RecordField.check(ResolvingSome.class, as, reason, from, to, after);
  }

  /**
   * All of a connector.
   *
   * @param as what became of them, or is to become
   * @return what to say
   */
  public static ResolvingSome all(MessageResolution as) {
    return new ResolvingSome(
        as, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
  }

  /**
   * Chooses by the reason.
   *
   * @param text what is in the reason
   * @return what to say
   */
  public ResolvingSome reason(String text) {
    return new ResolvingSome(as, Optional.of(text), from, to, after);
  }

  /**
   * Chooses by the time.
   *
   * @param first the first moment
   * @return what to say
   */
  public ResolvingSome from(Instant first) {
    return new ResolvingSome(as, reason, Optional.of(first), to, after);
  }

  /**
   * Chooses by the time.
   *
   * @param end the moment after the last
   * @return what to say
   */
  public ResolvingSome to(Instant end) {
    return new ResolvingSome(as, reason, from, Optional.of(end), after);
  }

  /**
   * Goes on.
   *
   * @param next where
   * @return what to say
   */
  public ResolvingSome after(String next) {
    return new ResolvingSome(as, reason, from, to, Optional.of(next));
  }

  /**
   * Whether an uncertain message is one of them.
   *
   * @param since since when it is uncertain
   * @param why its reason
   * @return whether it is chosen
   */
  public boolean isOf(Instant since, String why) {
    return reason.map(why::contains).orElse(true)
        && from.map(first -> !since.isBefore(first)).orElse(true)
        && to.map(since::isBefore).orElse(true);
  }
}
