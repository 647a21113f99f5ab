package io.messina.api.message.template;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.messina.api.Field;
import io.messina.api.message.MessageRecipient;
import java.time.Instant;
import java.util.Optional;

/** A message that was checked and is not accepted. */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record MessagePreview(
    @JsonUnwrapped MessageRecipient recipient,
    @Field("time at which the message would leave, if it had to wait") Optional<Instant> departure,
    @JsonUnwrapped TemplatePreview says) {}
