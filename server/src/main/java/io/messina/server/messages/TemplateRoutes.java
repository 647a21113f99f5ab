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
import io.messina.server.definition.DefinitionRoutes;
import io.messina.server.definition.Resources;
import io.messina.server.http.Exchange;
import io.messina.server.http.NamedPages;
import io.messina.server.http.Route;
import io.messina.server.http.Schema;
import io.messina.server.http.Verb;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;

/** The templates of accounts. */
final class TemplateRoutes implements MessagesApi.Part, Resources<TemplateDefinition> {

  private static final String ALL = "/v1/accounts/{account}/templates";
  private static final String ONE = ALL + "/{template}";
  private static final Pattern VERSION = Pattern.compile("[0-9]{10}");

  private final Messaging messaging;

  TemplateRoutes(Messaging messaging) {
    this.messaging = messaging;
  }

  @Override
  public List<Route> routes() {
    DefinitionRoutes<TemplateDefinition, TemplateDefinition> routes =
        new DefinitionRoutes<>(
            new DefinitionRoutes.Kind("Template", "templates", ALL, ONE),
            TemplateDefinition.class,
            Function.identity(),
            this);
    return List.of(
        routes.list("The latest version of each template of an account."),
        routes.put(
            Schema.request("TemplateOptions", TemplateOptions.class),
            "A text with gaps, of which messages are made. What says something else than the"
                + " latest version is the next version; former ones can still be used."),
        routes
            .get("A version of a template.")
            .query("version", "Which, from 1; the latest one where absent."),
        routes.delete("Deletes a template with all its versions; what is accepted is sent still."),
        NamedPages.of(
            Route.of(
                    Verb.GET,
                    ONE + "/versions",
                    "listTemplateVersions",
                    "The versions of a template, the oldest one first; the last 100 are kept.",
                    this::versions)
                .answers(
                    Schema.page(
                        "TemplateVersions",
                        "versions",
                        Schema.answer("Template", TemplateDefinition.class)),
                    200)),
        Route.of(
                Verb.POST,
                ONE + "/preview",
                "previewTemplate",
                "What a message of the template would say.",
                this::preview)
            .takes(PreviewOptions.class)
            .answers(TemplatePreview.class, 200));
  }

  /** The account, which must exist. */
  private AccountName account(Exchange exchange) {
    return messaging.catalog().account(exchange.path("account", AccountName::new)).name();
  }

  private static TemplateName name(Exchange exchange) {
    return exchange.path("template", TemplateName::new);
  }

  @Override
  public Collection<TemplateDefinition> all(Exchange exchange) {
    return messaging.templates().latest(account(exchange));
  }

  @Override
  public Object checkName(String name) {
    return new TemplateName(name);
  }

  @Override
  public Created<TemplateDefinition> put(Exchange exchange) throws IOException {
    TemplateOptions options = exchange.json().read(TemplateOptions.class);
    return messaging
        .templates()
        .put(account(exchange), name(exchange), options, exchange.precondition());
  }

  @Override
  public TemplateDefinition find(Exchange exchange) {
    return messaging
        .templates()
        .find(account(exchange), name(exchange), exchange.query("version", 1, Integer.MAX_VALUE))
        .definition();
  }

  @Override
  public void delete(Exchange exchange) {
    messaging.templates().delete(account(exchange), name(exchange), exchange.precondition());
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
