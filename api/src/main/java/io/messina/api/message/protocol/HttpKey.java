package io.messina.api.message.protocol;

import io.messina.api.Field;
import io.messina.api.RecordField;
import io.messina.api.WireException;
import java.time.Duration;
import java.util.Optional;

/**
 * The key by which a provider recognises a message that it is sent again.
 *
 * @param in where requests have it
 * @param name of the header; of the member of the body, or a JSON pointer to it; or of the field of
 *     the form
 * @param format a template; the message's id if absent
 * @param lifetime how long the provider remembers it
 * @param comparesBody whether the provider refuses another request under the same key
 */
public record HttpKey(
    @Field("where requests have it") KeyPlace in,
    @Field(
            value = "the header, the field of a form, or the member of a JSON body (or a pointer)",
            min = "1",
            max = "100")
        String name,
    @Field(value = "a template, as in {{uuid}}; the message's id if absent", max = "500")
        Optional<String> format,
    @Field(value = "how long the provider remembers it", min = "1s", max = "365d")
        Duration lifetime,
    @Field("whether the provider refuses another request under the same key")
        boolean comparesBody) {

  /**
   * A checked key.
   *
   * @throws WireException if something is out of its bounds, or no name of a header
   */
  public HttpKey {
    RecordField.check(HttpKey.class, in, name, format, lifetime, comparesBody);
    if (in == KeyPlace.HEADER) {
      HttpTemplates.checkHeader(name);
    }
  }
}
