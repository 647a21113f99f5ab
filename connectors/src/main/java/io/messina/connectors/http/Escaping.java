package io.messina.connectors.http;

import com.samskivert.mustache.Mustache;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import tools.jackson.core.io.JsonStringEncoder;

/** Writes a value so that it stays one value. */
enum Escaping implements Mustache.Escaper {
  /** Within a string of JSON. */
  JSON {
    @Override
    public String escape(String value) {
      return new String(JsonStringEncoder.getInstance().quoteAsCharArray(value));
    }
  },
  /** In a URL or a form. */
  PERCENT {
    @Override
    public String escape(String value) {
      return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
    }
  },
  /** In text and attributes of XML. */
  XML {
    @Override
    public String escape(String value) {
      return value
          .replace("&", "&amp;")
          .replace("<", "&lt;")
          .replace(">", "&gt;")
          .replace("\"", "&quot;")
          .replace("'", "&apos;");
    }
  },
  /** As it is. */
  NONE {
    @Override
    public String escape(String value) {
      return value;
    }
  };

  static Escaping of(String contentType) {
    int end = contentType.indexOf(';');
    String type =
        (end < 0 ? contentType : contentType.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    if (type.equals("application/json") || type.endsWith("+json")) {
      return JSON;
    } else if (type.equals("application/x-www-form-urlencoded")) {
      return PERCENT;
    } else if (type.equals("application/xml") || type.equals("text/xml") || type.endsWith("+xml")) {
      return XML;
    } else if (type.equals("text/plain")) {
      return NONE;
    }
    throw new RenderException(
        "content-type: another one (expected: JSON, a form, XML or text/plain)");
  }
}
