package io.messina.messaging.template;

import io.messina.api.Wire;
import io.messina.api.message.AccountName;
import io.messina.api.message.TemplateName;
import io.messina.api.message.template.TemplateDefinition;
import io.messina.api.message.template.TemplateOptions;
import io.messina.messaging.ContentChecks;
import io.messina.messaging.NotDefinedException;
import io.messina.runtime.Context;
import io.messina.runtime.RequestException;
import io.messina.runtime.definition.Change;
import io.messina.runtime.definition.Created;
import io.messina.runtime.definition.Definition;
import io.messina.runtime.definition.Definitions;
import io.messina.runtime.definition.Precondition;
import io.messina.runtime.definition.WatchedDefinitions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/**
 * The templates of all accounts. The templates of an account are read at the first request, and
 * stay in memory while the account is among the most recently used; a node knows a change within
 * two seconds. Safe for use by many threads.
 */
public final class Templates {

  /** The bound of templates of an account. */
  static final int TEMPLATES_MAX = 1_000;

  /** The bound of versions of a template: a new one replaces the oldest. */
  static final int VERSIONS_MAX = 100;

  /** The bound of characters in all versions of all templates of an account. */
  static final int CHARS_MAX = 4_000_000;

  /** The bound of characters of a version, in all its languages. */
  static final int VERSION_CHARS_MAX = 500_000;

  private static final int ACCOUNTS_IN_MEMORY = 200;

  private final Context context;
  private final LinkedHashMap<AccountName, WatchedDefinitions<AccountTemplates>>
      accounts = // the lock
      new LinkedHashMap<>(16, 0.75f, true);

  /**
   * Templates that are not read yet.
   *
   * @param context has the store, with the table of definitions
   */
  public Templates(Context context) {
    this.context = context;
  }

  /**
   * Creates the next version of a template, unless the latest one has the same options.
   *
   * @param account that is defined
   * @param precondition throws if the current definition does not allow the change
   * @return the latest version, and whether this call created the template
   * @throws io.messina.api.WireException if it is no template of its channel
   * @throws RequestException.Refused if the account has too many templates, or they are too large
   *     together
   */
  public Created<TemplateDefinition> put(
      AccountName account, TemplateName name, TemplateOptions options, Precondition precondition) {
    checkSize(options);
    List<String> parameters = Template.check(options);
    TemplateRow row = new TemplateRow(context.now(), options, parameters);
    Created<Definition> created =
        of(account)
            .change(
                precondition,
                standing -> tag(standing, name),
                standing -> put(standing, name, row));
    return new Created<>(TemplateRow.definition(account, created.value()), created.isNew());
  }

  private static void checkSize(TemplateOptions options) {
    int chars = options.languages().values().stream().mapToInt(ContentChecks::chars).sum();
    if (chars > VERSION_CHARS_MAX) {
      throw TemplateErrors.of(
          "languages", chars + " characters", "at most " + VERSION_CHARS_MAX + " in all of them");
    }
  }

  private static Change<Created<Definition>> put(
      Definitions standing, TemplateName name, TemplateRow row) {
    String json = Wire.write(row);
    Optional<Definition> living = standing.living(name.value());
    Optional<Definition> same = living.filter(latest -> TemplateRow.of(latest).saysAs(row));
    if (same.isPresent()) {
      return Change.none(new Created<>(same.get(), false));
    }
    checkRoom(standing, living.isEmpty(), json.length());
    Definition next =
        standing
            .find(name.value())
            .map(former -> former.createdAgain(json))
            .orElseGet(() -> Definition.first(name.value(), json));
    Change<Created<Definition>> change =
        Change.of(next, new Created<>(next, living.isEmpty()))
            .keeping(living.map(TemplateRow::kept));
    return next.generation() > VERSIONS_MAX
        ? change.removing(TemplateRow.upTo(name, next.generation() - VERSIONS_MAX))
        : change;
  }

  private static void checkRoom(Definitions standing, boolean isNew, int more) {
    long living =
        standing.rows().values().stream().filter(row -> TemplateRow.isLatest(row)).count();
    if (isNew && living >= TEMPLATES_MAX) {
      throw full("templates: " + living, "fewer before another is made");
    }
    long chars =
        more
            + standing.rows().values().stream()
                .filter(row -> !row.deleted())
                .mapToLong(row -> row.json().length())
                .sum();
    if (chars > CHARS_MAX) {
      throw full("templates: " + chars + " characters with all versions", "at most " + CHARS_MAX);
    }
  }

  private static RequestException.Refused full(String found, String expected) {
    return new RequestException.Refused(
        RequestException.Refused.Reason.CONFLICT, found + " (expected: " + expected + ")");
  }

  /**
   * Deletes a template with all its versions. Messages that are already accepted keep their
   * content.
   *
   * @param precondition throws if the current definition does not allow the change
   * @throws NotDefinedException if it is not defined
   */
  public void delete(AccountName account, TemplateName name, Precondition precondition) {
    boolean was =
        of(account)
            .change(
                precondition,
                standing -> tag(standing, name),
                standing ->
                    standing
                        .living(name.value())
                        .map(
                            row ->
                                Change.of(TemplateRow.emptied(row), true)
                                    .removing(TemplateRow.versions(name)))
                        .orElseGet(() -> Change.none(false)));
    if (!was) {
      throw new NotDefinedException("template", name.value());
    }
  }

  /**
   * Reads a version of a template.
   *
   * @param version empty for the latest one
   * @throws NotDefinedException if it is not defined
   * @throws RequestException.Unavailable if the store does not answer
   */
  public Template find(AccountName account, TemplateName name, Optional<Integer> version) {
    WatchedDefinitions<AccountTemplates> all = of(account);
    return all.freshView()
        .find(name, version)
        .or(() -> all.refresh().find(name, version))
        .orElseThrow(
            () ->
                new NotDefinedException(
                    "template", name + version.map(number -> " version " + number).orElse("")));
  }

  /** Returns the latest version of each template of an account, in the order of their names. */
  public List<TemplateDefinition> latest(AccountName account) {
    return of(account).refresh().latest();
  }

  /**
   * Returns the versions of a template, the oldest one first.
   *
   * @throws NotDefinedException if it is not defined
   */
  public List<TemplateDefinition> versions(AccountName account, TemplateName name) {
    List<TemplateDefinition> versions = of(account).refresh().versions(name);
    if (versions.isEmpty()) {
      throw new NotDefinedException("template", name.value());
    }
    return versions;
  }

  private static Optional<String> tag(Definitions standing, TemplateName name) {
    return standing.living(name.value()).map(TemplateRow::tag);
  }

  private WatchedDefinitions<AccountTemplates> of(AccountName account) {
    synchronized (accounts) {
      WatchedDefinitions<AccountTemplates> found =
          accounts.computeIfAbsent(
              account,
              _ ->
                  new WatchedDefinitions<>(
                      "templates." + account, context, rows -> AccountTemplates.of(account, rows)));
      if (accounts.size() > ACCOUNTS_IN_MEMORY) {
        var _ = accounts.pollFirstEntry();
      }
      return found;
    }
  }
}
