package io.messina.api.message.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.messina.api.Field;
import io.messina.api.RecordField;
import io.messina.api.Wire;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** The resolution of some uncertain messages of a connector, page by page. */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record ResolvingSome(
    @Field("sent, refused for another connector, or again") MessageResolution as,
    @Field("text that the reason must contain; any reason if absent") Optional<String> reason,
    @Field("earliest time at which a message became uncertain; any if absent")
        Optional<Instant> from,
    @Field("end time, exclusive, at which a message became uncertain; any if absent")
        Optional<Instant> to,
    @Field("value of next in the previous answer") Optional<String> after)
    implements ResolvingSomeWithers {

  public ResolvingSome {
    RecordField.check(ResolvingSome.class, as, reason, from, to, after);
  }

  /** All of a connector. */
  public static ResolvingSome all(MessageResolution as) {
    return Wire.of(ResolvingSome.class, Map.of("as", as));
  }

  /** Whether an uncertain message is one of them. */
  public boolean isOf(Instant since, String why) {
    return reason.map(why::contains).orElse(true)
        && from.map(first -> !since.isBefore(first)).orElse(true)
        && to.map(since::isBefore).orElse(true);
  }
}
