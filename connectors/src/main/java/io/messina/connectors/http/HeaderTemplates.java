package io.messina.connectors.http;

import io.messina.connectors.Secrets;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Headers of requests, made of templates, which alone may name secrets. */
public final class HeaderTemplates {

  /** Headers that the client sets itself. */
  private static final Set<String> RESERVED =
      Set.of(
          "host",
          "content-length",
          "transfer-encoding",
          "connection",
          "expect",
          "te",
          "trailer",
          "upgrade");

  private final Map<String, String> references;
  private final Secrets secrets;
  private final Map<String, MessageTemplate> headers = new LinkedHashMap<>();

  /**
   * Compiles the templates, which may name only secrets.
   *
   * @param references to secrets, by the name that templates use
   * @param secrets finds them, at each request
   * @throws IllegalArgumentException with a sentence, if one is wrong
   */
  public HeaderTemplates(
      Map<String, String> templates, Map<String, String> references, Secrets secrets) {
    this(templates, references, secrets, false);
  }

  /** Also such as name the key of a message. */
  HeaderTemplates(
      Map<String, String> templates,
      Map<String, String> references,
      Secrets secrets,
      boolean keyed) {
    this.references = references;
    this.secrets = secrets;
    templates.forEach((name, text) -> compile(name.toLowerCase(Locale.ROOT), text, keyed));
  }

  private void compile(String name, String text, boolean keyed) {
    if (RESERVED.contains(name)) {
      throw new RenderException("headers." + name + ": set by the client (expected: absent)");
    }
    headers.put(
        name,
        new MessageTemplate("headers." + name, text, Escaping.NONE, keyed, references.keySet()));
  }

  /**
   * Renders the headers, by name in lower case.
   *
   * @param values beside secrets
   * @throws IllegalArgumentException with a sentence, if a value or a secret is missing, or cannot
   *     be in a header
   */
  public Map<String, String> render(Map<String, Object> values) {
    Map<String, Object> withSecrets = new HashMap<>(values);
    addSecrets(withSecrets);
    Map<String, String> rendered = new LinkedHashMap<>();
    headers.forEach(
        (name, template) ->
            rendered.put(name, ascii("headers." + name, template.render(withSecrets))));
    return rendered;
  }

  /** The names by which templates begin sections. */
  Set<String> sections() {
    return headers.values().stream()
        .flatMap(template -> template.sections().stream())
        .collect(Collectors.toSet());
  }

  private void addSecrets(Map<String, Object> values) {
    Map<String, String> plain = new HashMap<>();
    Map<String, String> basic = new HashMap<>();
    references.forEach(
        (name, reference) -> {
          String secret = secrets.find(reference).text();
          byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
          plain.put(name, secret);
          basic.put(name, Base64.getEncoder().encodeToString(bytes));
        });
    values.put("secret", plain);
    values.put("basic", basic);
  }

  /**
   * Returns the text if a header can hold it. The sentence does not show the value, which may be a
   * secret.
   */
  static String ascii(String name, String text) {
    if (!text.chars().allMatch(character -> character >= ' ' && character <= '~')) {
      throw new RenderException(
          name + ": characters that headers cannot have (expected: ASCII, on one line)");
    }
    return text.strip();
  }
}
