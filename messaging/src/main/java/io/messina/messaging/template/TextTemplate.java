package io.messina.messaging.template;

import com.samskivert.mustache.Escapers;
import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.MustacheException;
import com.samskivert.mustache.Template;
import io.messina.api.Shown;
import io.messina.api.WireException;
import io.messina.api.message.MessageContent;
import java.util.Set;
import java.util.regex.Pattern;

/** A text with gaps. It calls nothing, includes nothing, and escapes each value. Immutable. */
final class TextTemplate {

  /** Tags that are not escaped, or change the delimiters. */
  private static final Pattern UNESCAPED = Pattern.compile("\\{\\{(\\{|\\s*&|\\s*=)");

  private static final Pattern UNNAMED = Pattern.compile("\\{\\{[#^/]?[\\x00- ]*}}");

  private static final Mustache.Compiler PLAIN =
      Mustache.compiler()
          .emptyStringIsFalse(true)
          .withCollector(new TemplateParameters.Collector())
          .withFormatter(TextTemplate::text)
          .escapeHTML(false);

  private static final Mustache.Compiler HTML = PLAIN.withEscaper(Escapers.HTML);

  private final String place;
  private final Template template;

  private TextTemplate(String place, Template template) {
    this.place = place;
    this.template = template;
  }

  /**
   * Compiles a text.
   *
   * @param place of the text, for error sentences
   * @param isHtml whether values are escaped as HTML
   * @param required gets the names that are needed
   * @throws WireException if it is no template
   */
  static TextTemplate of(String place, String text, boolean isHtml, Set<String> required) {
    if (UNESCAPED.matcher(text).find()) {
      throw TemplateErrors.of(place, "a value without escaping", "{{name}}");
    }
    if (UNNAMED.matcher(text).find()) {
      throw TemplateErrors.of(place, "{{ }} without a name", "{{name}}");
    }
    try {
      Template template = (isHtml ? HTML : PLAIN).compile(text);
      template.visit(new Forbidden(place));
      template.visit(new Needed(place, required));
      return new TextTemplate(place, template);
    } catch (MustacheException e) {
      throw TemplateErrors.of(place + ": " + Shown.sentence(String.valueOf(e.getMessage())));
    }
  }

  /**
   * Fills the placeholders.
   *
   * @throws WireException if a parameter is missing or no text, or the result is too large
   */
  String render(TemplateParameters parameters) {
    BoundedWriter text = new BoundedWriter(place, MessageContent.CHARS_MAX);
    try {
      template.execute(parameters.root(), text);
    } catch (MustacheException.Context e) {
      throw TemplateErrors.of("parameters." + Shown.text(e.key), "missing", "used in " + place);
    } catch (MustacheException e) {
      if (e.getCause() instanceof WireException fault) {
        throw fault;
      }
      throw TemplateErrors.of(place + ": " + Shown.sentence(String.valueOf(e.getMessage())));
    }
    return text.toString();
  }

  private static String text(Object value) {
    if (TemplateParameters.isWhole(value)) {
      throw TemplateErrors.of("parameters", "an object or a list stands for a text", "a text");
    }
    return value.toString();
  }

  /** Finds the names that are needed, which are those outside of sections. */
  private record Needed(String place, Set<String> names) implements Mustache.Visitor {

    @Override
    public void visitText(String text) {}

    @Override
    public void visitVariable(String name) {
      if (name.equals(".") || name.equals("this") || name.startsWith("-")) {
        throw TemplateErrors.of(place, "{{" + name + "}} outside of a section", "a name");
      }
      names.add(name);
    }

    @Override
    public boolean visitSection(String name) {
      return false;
    }

    @Override
    public boolean visitInvertedSection(String name) {
      return false;
    }

    @Override
    public boolean visitInclude(String name) {
      return false;
    }
  }

  /** Finds tags that no template may have. */
  private record Forbidden(String place) implements Mustache.Visitor {

    @Override
    public void visitText(String text) {
      if (text.contains("{{")) {
        throw TemplateErrors.of(place, "{{ without its }}", "both");
      }
    }

    @Override
    public void visitVariable(String name) {}

    @Override
    public boolean visitSection(String name) {
      return true;
    }

    @Override
    public boolean visitInvertedSection(String name) {
      return true;
    }

    @Override
    public boolean visitInclude(String name) {
      throw TemplateErrors.of(place, "another template within it", "none");
    }

    @Override
    public boolean visitParent(String name) {
      return visitInclude(name);
    }

    @Override
    public boolean visitBlock(String name) {
      return visitInclude(name);
    }
  }
}
