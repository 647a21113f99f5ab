package io.messina.server.messages;

import io.messina.api.Checks;
import io.messina.api.Shown;
import io.messina.api.Wire;
import io.messina.api.message.AccountName;
import io.messina.api.message.TemplateName;
import io.messina.api.message.template.PreviewOptions;
import io.messina.api.message.template.TemplateDefinition;
import io.messina.api.message.template.TemplateOptions;
import io.messina.api.message.template.TemplatePreview;
import io.messina.messaging.node.Messaging;
import io.messina.messaging.template.Previews;
import io.messina.messaging.template.Template;
import io.messina.runtime.definition.Created;
import io.messina.server.http.Exchange;
import io.messina.server.http.NamedPages;
import io.messina.server.http.Route;
import io.messina.server.http.Verb;
import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;

/** The templates of accounts. */
final class TemplateRoutes implements MessagesApi.Part {

  private static final String ALL = "/v1/accounts/{account}/templates";
  private static final String ONE = ALL + "/{template}";
  private static final String TEMPLATE = "Template";
  private static final Pattern VERSION = Pattern.compile("[0-9]{10}");

  private final Messaging messaging;

  TemplateRoutes(Messaging messaging) {
    this.messaging = messaging;
  }

  @Override
  public List<Route> routes() {
    return List.of(
        NamedPages.of(
            Route.of(
                    Verb.GET,
                    ALL,
                    "listTemplates",
                    "The latest version of each template of an account.",
                    this::list)
                .answers("Templates", 200)),
        Route.of(
                Verb.PUT,
                ONE,
                "createTemplate",
                "A text with gaps, of which messages are made. What says something else than the"
                    + " latest version is the next version; former ones can still be used.",
                this::put)
            .takes("TemplateOptions")
            .answers(TEMPLATE, 200, 201)
            .tagged(),
        Route.of(Verb.GET, ONE, "getTemplate", "A version of a template.", this::get)
            .query("version", "Which, from 1; the latest one where absent.")
            .answers(TEMPLATE, 200)
            .tagged(),
        Route.of(
                Verb.DELETE,
                ONE,
                "deleteTemplate",
                "Deletes a template with all its versions; what is accepted is sent still.",
                this::delete)
            .answersPlain(204)
            .tagged(),
        NamedPages.of(
            Route.of(
                    Verb.GET,
                    ONE + "/versions",
                    "listTemplateVersions",
                    "The versions of a template, the oldest one first; the last 100 are kept.",
                    this::versions)
                .answers("TemplateVersions", 200)),
        Route.of(
                Verb.POST,
                ONE + "/preview",
                "previewTemplate",
                "What a message of the template would say.",
                this::preview)
            .takes("PreviewOptions")
            .answers("TemplatePreview", 200));
  }

  /** Of an account that is there. */
  private AccountName account(Exchange exchange) {
    return messaging.catalog().account(exchange.path("account", AccountName::new)).name();
  }

  private static TemplateName name(Exchange exchange) {
    return exchange.path("template", TemplateName::new);
  }

  private void list(Exchange exchange) {
    NamedPages.send(
        exchange,
        "templates",
        messaging.templates().latest(account(exchange)),
        TemplateName::new,
        template -> template.name().value(),
        template -> template);
  }

  private void put(Exchange exchange) throws IOException {
    TemplateOptions options = exchange.json().read(TemplateOptions.class);
    Created<TemplateDefinition> created =
        messaging
            .templates()
            .put(account(exchange), name(exchange), options, exchange.precondition());
    send(exchange, created.isNew() ? 201 : 200, created.value());
  }

  private void get(Exchange exchange) {
    Template found =
        messaging
            .templates()
            .find(
                account(exchange), name(exchange), exchange.query("version", 1, Integer.MAX_VALUE));
    send(exchange, 200, found.definition());
  }

  private static void send(Exchange exchange, int status, TemplateDefinition definition) {
    exchange.sendTagged(status, definition.tag(), json -> Wire.write(json, definition));
  }

  private void delete(Exchange exchange) throws IOException {
    exchange.jsonIfAny().end();
    messaging.templates().delete(account(exchange), name(exchange), exchange.precondition());
    exchange.sendNothing();
  }

  /** Their numbers, with zeros before them so that they are in their order. */
  private void versions(Exchange exchange) {
    NamedPages.send(
        exchange,
        "versions",
        messaging.templates().versions(account(exchange), name(exchange)),
        TemplateRoutes::version,
        template -> "%010d".formatted(template.version()),
        template -> template);
  }

  private static String version(String text) {
    Checks.that(VERSION.matcher(text).matches(), "after", Shown.text(text), "the next of a page");
    return text;
  }

  private void preview(Exchange exchange) throws IOException {
    PreviewOptions options = exchange.json().read(PreviewOptions.class);
    Template template =
        messaging.templates().find(account(exchange), name(exchange), options.version());
    TemplatePreview shown =
        Previews.of(
            template.definition().options().channel(),
            template.render(options.language(), options.parameters()));
    exchange.sendJson(200, json -> Wire.write(json, shown));
  }
}
