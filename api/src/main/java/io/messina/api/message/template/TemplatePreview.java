package io.messina.api.message.template;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.messina.api.Field;
import io.messina.api.message.MessageContent;
import io.messina.api.message.protocol.SmppEncoding;
import java.util.Optional;

/**
 * What a message says with its gaps filled.
 *
 * @param content all of it
 * @param encoding of SMS: {@code gsm} if the text fits into the alphabet of GSM, else {@code ucs2}
 * @param parts of SMS: as how many short messages it goes out by SMPP; other providers count the
 *     same way
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record TemplatePreview(
    @Field("with its gaps filled") MessageContent content,
    @Field("of SMS: gsm or ucs2") Optional<SmppEncoding> encoding,
    @Field("of SMS: as how many short messages it goes out") Optional<Integer> parts) {}
