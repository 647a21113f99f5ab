package io.messina.cli.messages;

import io.messina.api.message.account.AccountDefinition;
import io.messina.api.message.account.AccountOptions;
import io.messina.cli.definition.FileDefinitionCommand;
import io.messina.client.MessinaClient;
import io.messina.client.message.AccountClient;
import java.util.List;
import picocli.CommandLine.Command;

/** The command {@code messina accounts}. */
@Command(
    name = "accounts",
    description = "Put, show, list and delete accounts, the tenants of messaging.")
public final class AccountsCommand
    extends FileDefinitionCommand<AccountClient, AccountOptions, AccountDefinition> {

  /** For picocli. */
  public AccountsCommand() {
    super("account", AccountOptions.class, List.of("name", "generation", "per_day", "per_second"));
  }

  @Override
  protected AccountClient one(MessinaClient client, String name) {
    return client.messages().account(name);
  }

  @Override
  protected List<AccountDefinition> all(MessinaClient client) {
    return client.messages().accounts();
  }
}
