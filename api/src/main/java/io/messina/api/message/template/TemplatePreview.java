package io.messina.api.message.template;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.messina.api.Field;
import io.messina.api.message.MessageContent;
import io.messina.api.message.protocol.SmppEncoding;
import java.util.Optional;

/** The content of a message with all parameters filled in. */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record TemplatePreview(
    @Field("content with all parameters filled in") MessageContent content,
    @Field("encoding of SMS: gsm or ucs2") Optional<SmppEncoding> encoding,
    @Field("number of short messages of an SMS, by SMPP") Optional<Integer> parts) {}
