package io.messina.api.message.protocol;

import io.messina.api.Field;
import io.messina.api.RecordField;
import java.time.Duration;
import java.util.Optional;

/** The key by which a provider recognises a repeated message. */
public record HttpKey(
    @Field("place of the key in requests") KeyPlace in,
    @Field(
            value =
                "name of the header, of the field of a form, or of the member of a JSON body (or a"
                    + " pointer to it)",
            min = "1",
            max = "100")
        String name,
    @Field(value = "template of the key, as in {{uuid}}; the message's id if absent", max = "500")
        Optional<String> format,
    @Field(value = "time for which the provider remembers the key", min = "1s", max = "365d")
        Duration lifetime,
    @Field("whether the provider refuses another request with the same key") boolean comparesBody) {

  public HttpKey {
    RecordField.check(HttpKey.class, in, name, format, lifetime, comparesBody);
    if (in == KeyPlace.HEADER) {
      HttpTemplates.checkHeader(name);
    }
  }
}
