package io.messina.api.message.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.messina.api.Field;
import io.messina.api.RecordField;
import io.messina.api.WireException;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * A request made of Mustache templates with {@code id}, {@code uuid} (made of the id), {@code key},
 * {@code from}, {@code to}, {@code number} (to without its plus), {@code text}, {@code subject},
 * {@code html}, {@code data.…}, {@code json} (all of the data), {@code metadata.…} and {@code
 * unsubscribe}. A missing value is an error, unless it begins a section, which is then left out.
 */
public record HttpTemplates(
    @Field(value = "method of the request", max = "20", otherwise = "POST") String method,
    @Field(value = "URL, a template after its host; values are percent-encoded", max = "2000")
        String url,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) @Field("templates of headers, by name")
        Map<String, String> headers,
    @Field(
            value =
                "template of the body; values are escaped for the header content-type, by default"
                    + " application/json",
            max = "100000")
        Optional<String> body) {

  /** The most headers. */
  public static final int HEADERS_MAX = 50;

  private static final Pattern METHOD = Pattern.compile("[A-Z]{1,20}");
  private static final Pattern HEADER = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}");

  public HttpTemplates {
    RecordField.check(HttpTemplates.class, method, url, headers, body);
    check(METHOD.matcher(method).matches(), "method: " + method + " (expected: as in POST)");
    headers = checkedHeaders(headers);
  }

  /**
   * Checks headers.
   *
   * @return an unmodifiable copy
   */
  public static Map<String, String> checkedHeaders(Map<String, String> headers) {
    check(
        headers.size() <= HEADERS_MAX,
        "headers: " + headers.size() + " (expected: up to " + HEADERS_MAX + ")");
    headers.keySet().forEach(HttpTemplates::checkHeader);
    return Collections.unmodifiableMap(new TreeMap<>(headers));
  }

  static void checkHeader(String name) {
    check(HEADER.matcher(name).matches(), "headers: a name that HTTP does not allow");
  }

  static void check(boolean holds, String sentence) {
    if (!holds) {
      throw new WireException(WireException.Fault.OUT_OF_BOUNDS, sentence);
    }
  }
}
