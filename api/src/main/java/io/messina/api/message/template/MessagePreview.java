package io.messina.api.message.template;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.messina.api.Field;
import io.messina.api.message.MessageRecipient;
import java.time.Instant;
import java.util.Optional;

/**
 * A message that was checked and is not accepted.
 *
 * @param recipient whom it would go to, in the one form that the recipient has
 * @param departure when it would leave, if it had to wait for its time or for the end of quiet
 *     hours
 * @param says what it would say
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record MessagePreview(
    @JsonUnwrapped MessageRecipient recipient,
    @Field("when it would leave, if it had to wait") Optional<Instant> departure,
    @JsonUnwrapped TemplatePreview says) {}
