package io.messina.connectors.http;

import com.samskivert.mustache.BasicCollector;
import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.MustacheException;
import com.samskivert.mustache.Template;
import io.messina.api.Shown;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A template that sees maps, lists and texts alone: it calls no method, reads no file, and escapes
 * each value.
 */
final class MessageTemplate {

  /** The names that a template may use outside of sections, up to the first dot. */
  private static final Set<String> KNOWN =
      Set.of(
          "id",
          "uuid",
          "from",
          "to",
          "number",
          "text",
          "subject",
          "html",
          "data",
          "json",
          "metadata",
          "unsubscribe");

  /** Within and behind a section of these a name may be anything that they hold. */
  private static final Set<String> HOLDING_NAMES = Set.of("data", "metadata");

  private static final Pattern UNESCAPED = Pattern.compile("\\{\\{(\\{|\\s*&)|\\{\\{\\s*=");
  private static final Pattern UNNAMED = Pattern.compile("\\{\\{[#^/]?[\\x00- ]*}}");
  private static final Pattern WHOLE_JSON = Pattern.compile("\\{\\{\\{\\s*json\\s*}}}");

  private final String name;
  private final Template template;
  private final Set<String> sections = new TreeSet<>();

  /**
   * Compiles a template.
   *
   * @param name for sentences
   * @param keyed whether it may name the key
   * @param secrets the names of secrets that it may use
   */
  MessageTemplate(String name, String text, Escaping escaping, boolean keyed, Set<String> secrets) {
    this.name = name;
    String judged = escaping == Escaping.JSON ? WHOLE_JSON.matcher(text).replaceAll("") : text;
    if (UNESCAPED.matcher(judged).find()) {
      throw wrong("a value without escaping (expected: {{value}}, or {{{json}}} in JSON)");
    }
    if (UNNAMED.matcher(text).find()) {
      throw wrong("{{ }} without a name (expected: such as {{to}})");
    }
    try {
      template = compiler(escaping).compile(text);
    } catch (MustacheException e) {
      throw wrong(Shown.sentence(String.valueOf(e.getMessage())));
    }
    template.visit(new Names(keyed, secrets));
  }

  /** Returns the names that its sections test. */
  Set<String> sections() {
    return sections;
  }

  String render(Map<String, Object> values) {
    try {
      return template.execute(values);
    } catch (MustacheException e) {
      throw wrong(Shown.sentence(String.valueOf(e.getMessage())));
    }
  }

  private static Mustache.Compiler compiler(Escaping escaping) {
    return Mustache.compiler()
        .withEscaper(escaping)
        .withCollector(new Maps())
        .withFormatter(MessageTemplate::format);
  }

  private static String format(Object value) {
    if (value instanceof Map || value instanceof Iterable) {
      throw new RenderException("an object or a list is where a text is expected");
    }
    return value.toString();
  }

  private RenderException wrong(String why) {
    return new RenderException(name + ": " + why);
  }

  private static final class Maps extends BasicCollector {
    @Override
    public <K, V> Map<K, V> createFetcherCache() {
      return new ConcurrentHashMap<>();
    }

    @Override
    public @Nullable Iterator<?> toIterator(Object value) {
      return value instanceof Anything ? List.of(value).iterator() : super.toIterator(value);
    }

    @Override
    public Mustache.@Nullable VariableFetcher createFetcher(Object context, String name) {
      return context instanceof Anything ? Anything.MEMBER : super.createFetcher(context, name);
    }
  }

  /** Finds mistakes before the first message does. */
  private final class Names implements Mustache.Visitor {

    private final boolean keyed;
    private final Set<String> secrets;
    private boolean inData;

    Names(boolean keyed, Set<String> secrets) {
      this.keyed = keyed;
      this.secrets = secrets;
    }

    @Override
    public void visitText(String text) {
      if (text.contains("{{")) {
        throw wrong("{{ without its }} (expected: both)");
      }
    }

    @Override
    public void visitVariable(String variable) {
      String root = root(variable);
      if (root.equals("secret") || root.equals("basic")) {
        if (root.equals(variable) || !secrets.contains(variable.substring(root.length() + 1))) {
          throw wrong(
              Shown.text(variable) + ": no secret of that name (they are for headers alone)");
        }
      } else if (root.equals("key") && !keyed) {
        throw wrong("key: there is none here (expected: with idempotency, and not in its format)");
      } else if (!inData && !root.equals("key") && !KNOWN.contains(root)) {
        throw wrong(Shown.text(variable) + ": unknown (expected: such as id, to or metadata.name)");
      }
    }

    private static String root(String variable) {
      int dot = variable.indexOf('.');
      return dot < 0 ? variable : variable.substring(0, dot);
    }

    @Override
    public boolean visitInclude(String other) {
      throw wrong("another template within it (expected: none)");
    }

    @Override
    public boolean visitParent(String other) {
      return visitInclude(other);
    }

    @Override
    public boolean visitBlock(String other) {
      return visitInclude(other);
    }

    @Override
    public boolean visitSection(String section) {
      inData |= HOLDING_NAMES.contains(root(section));
      return visitInvertedSection(section);
    }

    @Override
    public boolean visitInvertedSection(String section) {
      if (!section.startsWith("-")) {
        sections.add(section);
      }
      return true;
    }
  }
}
