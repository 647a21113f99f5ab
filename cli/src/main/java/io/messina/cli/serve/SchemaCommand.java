package io.messina.cli.serve;

import picocli.CommandLine.Command;

/** The command {@code messina schema}. */
@Command(
    name = "schema",
    description = "Show or make the keyspace and the tables of a server in a database.",
    subcommands = {SchemaShowCommand.class, SchemaApplyCommand.class},
    synopsisSubcommandLabel = "COMMAND")
public final class SchemaCommand {}
