package io.messina.server.access;

import static io.messina.api.access.Action.APPEND;
import static io.messina.api.access.Action.CONSUME;
import static io.messina.api.access.Action.MANAGE;
import static io.messina.api.access.Action.READ;
import static io.messina.api.access.Action.SEND;
import static io.messina.api.access.Action.WRITE;

import io.messina.api.access.Action;
import io.messina.api.access.Resource;
import io.messina.server.access.Permission.Checks;
import java.util.HashMap;
import java.util.Map;

/** The permission that each operation needs, by its id in the description of the API. */
final class Permissions {

  private static final String FEATURE = "{entity_type}/{name}";
  private static final String GROUP = "{stream}/{group}";

  private static final Map<String, Permission> BY_OPERATION = table();

  private Permissions() {}

  /** All of them, by operation. */
  static Map<String, Permission> all() {
    return BY_OPERATION;
  }

  /**
   * The permission of an operation.
   *
   * @throws IllegalStateException if nobody has thought of it
   */
  static Permission of(String operation) {
    Permission permission = BY_OPERATION.get(operation);
    if (permission == null) {
      throw new IllegalStateException(operation + ": absent (expected: its permission here)");
    }
    return permission;
  }

  private static Map<String, Permission> table() {
    Table table = new Table();
    table.all(Checks.NEVER, "getLiveness", "getReadiness", "getApi");
    // Signatures of providers and of links tell who asks.
    table.all(Checks.NEVER, "answerChallenge", "takeReceipts", "showUnsubscribe", "unsubscribe");
    table.put(Resource.CLUSTER, "*", READ, "getMetrics", "getCluster");
    table.all(Checks.ADMIN, "listTokens", "createToken", "getToken", "deleteToken");
    table.all(Checks.ADMIN, "finishUpgrade");
    streams(table);
    features(table);
    jobs(table);
    messages(table);
    return Map.copyOf(table.permissions);
  }

  private static void streams(Table table) {
    table.definitions("Stream", Resource.STREAMS, "{stream}");
    table.put(Resource.STREAMS, "{stream}", MANAGE, "changeStream");
    table.put(Resource.STREAMS, "{stream}", APPEND, "appendEvents", "cancelScheduled");
    table.put(Resource.STREAMS, "{stream}", READ, "readEvents", "getEvent", "whereIsKey");
    table.definitions("Group", Resource.GROUPS, GROUP);
    table.put(Resource.GROUPS, "{stream}/*", READ, "listGroups");
    table.put(Resource.GROUPS, GROUP, READ, "listUnfinished", "listDeadLetters");
    table.put(Resource.GROUPS, GROUP, CONSUME, "claim", "ack", "nack", "extend", "release");
    table.put(Resource.GROUPS, GROUP, CONSUME, "follow", "commit");
    table.put(Resource.GROUPS, GROUP, MANAGE, "changeGroup", "seek", "pause", "resume", "purge");
    table.put(Resource.GROUPS, GROUP, MANAGE, "redriveDeadLetters", "discardDeadLetters");
  }

  private static void features(Table table) {
    table.definitions("Feature", Resource.FEATURES, FEATURE);
    table.put(Resource.FEATURES, FEATURE, MANAGE, "changeFeature", "completeVersion");
    table.put(Resource.FEATURES, "*", MANAGE, "sweepFeatures");
    table.definitions("Feed", Resource.FEEDS, "{feed}");
    table.put(Resource.LISTS, FEATURE, READ, "getListItems", "getListEntities", "countListItems");
    table.put(Resource.LISTS, FEATURE, READ, "hasListItem", "containsListItem");
    table.put(Resource.LISTS, FEATURE, WRITE, "addListItems", "importListItems");
    table.put(Resource.LISTS, FEATURE, WRITE, "removeListItems", "removeListItemsByValue");
    table.inBody(Resource.LISTS, READ, "getLists");
    table.put(Resource.VALUES, FEATURE, WRITE, "putValue", "deleteValue");
    table.inBody(Resource.VALUES, READ, "getValues");
  }

  private static void jobs(Table table) {
    table.definitions("Enrichment", Resource.ENRICHMENTS, "{enrichment}");
    table.put(Resource.ENRICHMENTS, "{enrichment}", READ, "getKeyState");
    table.letters("Enrichment", Resource.ENRICHMENTS, "{enrichment}");
    table.definitions("Sink", Resource.SINKS, "{sink}");
    table.letters("Sink", Resource.SINKS, "{sink}");
    table.definitions("Aggregate", Resource.AGGREGATES, "{aggregate}");
    table.put(Resource.AGGREGATES, "{aggregate}", READ, "readAggregateRows");
  }

  private static void messages(Table table) {
    table.definitions("Account", Resource.ACCOUNTS, "{account}");
    table.definitions("Template", Resource.ACCOUNTS, "{account}");
    table.definitions("Suppression", Resource.ACCOUNTS, "{account}");
    table.put(Resource.ACCOUNTS, "{account}", READ, "listTemplates", "listTemplateVersions");
    table.put(Resource.ACCOUNTS, "{account}", READ, "previewTemplate", "listSuppressions");
    table.put(Resource.ACCOUNTS, "{account}", READ, "listFailingEndpoints", "getCampaign");
    table.put(Resource.ACCOUNTS, "{account}", MANAGE, "replayWebhooks");
    table.inBody(Resource.ACCOUNTS, READ, "readUsage");
    table.inBody(Resource.MESSAGES, SEND, "acceptMessages");
    table.inBody(Resource.MESSAGES, READ, "searchMessages", "getMessage");
    table.inBody(Resource.MESSAGES, MANAGE, "cancelMessage", "resolveMessage");
    table.definitions("Connector", Resource.CONNECTORS, "{connector}");
    table.put(Resource.CONNECTORS, "{connector}", READ, "listUncertainMessages");
    table.put(Resource.CONNECTORS, "{connector}", MANAGE, "resolveUncertainMessages");
    table.definitions("Route", Resource.CONNECTORS, "{route}");
  }

  /** The table while it is made. */
  private static final class Table {

    private final Map<String, Permission> permissions = new HashMap<>();

    void put(Resource resource, String name, Action action, String... operations) {
      add(Permission.of(resource, name, action), operations);
    }

    void all(Checks checks, String... operations) {
      add(new Permission(Resource.CLUSTER, "*", READ, checks), operations);
    }

    void inBody(Resource resource, Action action, String... operations) {
      add(new Permission(resource, "*", action, Checks.BODY), operations);
    }

    void definitions(String kind, Resource resource, String name) {
      put(resource, "*", READ, "list" + kind + "s");
      put(resource, name, READ, "get" + kind);
      put(resource, name, MANAGE, "create" + kind, "delete" + kind);
    }

    void letters(String kind, Resource resource, String name) {
      put(resource, name, READ, "list" + kind + "DeadLetters");
      put(resource, name, MANAGE, "redrive" + kind + "DeadLetters");
      put(resource, name, MANAGE, "discard" + kind + "DeadLetters");
    }

    private void add(Permission permission, String... operations) {
      for (String operation : operations) {
        permissions.put(operation, permission);
      }
    }
  }
}
