package io.messina.api.message;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.messina.api.Field;
import java.util.List;
import java.util.Optional;

/**
 * The parts of a message at its provider.
 *
 * @param providerIds by which the provider's receipts name it, one for each part if parts have ids
 * @param parts how many the provider counts
 * @param part of which a receipt tells, from 1
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record MessageParts(
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
        @Field(value = "by which the provider's receipts name it", otherwise = "[]")
        List<String> providerIds,
    @Field("how many parts the provider counts") Optional<Integer> parts,
    @Field("of which part a receipt tells, from 1") Optional<Integer> part) {

  /** Nothing is known of parts. */
  public static final MessageParts NONE =
      new MessageParts(List.of(), Optional.empty(), Optional.empty());

  /** Keeps a copy of the ids. */
  public MessageParts {
    providerIds = List.copyOf(providerIds);
  }
}
