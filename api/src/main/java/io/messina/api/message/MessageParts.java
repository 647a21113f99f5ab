package io.messina.api.message;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.messina.api.Field;
import java.util.List;
import java.util.Optional;

/** The parts of a message at its provider. */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record MessageParts(
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
        @Field(
            value =
                "ids of the message in receipts of the provider, one for each part if parts have"
                    + " ids",
            otherwise = "[]")
        List<String> providerIds,
    @Field("number of parts that the provider counts") Optional<Integer> parts,
    @Field("number of the part in a receipt, from 1") Optional<Integer> part) {

  /** Nothing is known of parts. */
  public static final MessageParts NONE =
      new MessageParts(List.of(), Optional.empty(), Optional.empty());

  public MessageParts {
    providerIds = List.copyOf(providerIds);
  }
}
