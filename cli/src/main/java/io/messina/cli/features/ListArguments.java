package io.messina.cli.features;

import io.messina.api.feature.FeatureDefinition;
import io.messina.api.feature.FeatureValue;
import io.messina.api.feature.ValueType;
import io.messina.client.features.FeaturesClient;
import io.messina.client.features.ListClient;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;

/** The lists that a command is about: of a feature, in a version. */
final class ListArguments {

  @Mixin private final FeaturePlace feature = new FeaturePlace();
  @Mixin private final ChosenVersion version = new ChosenVersion();

  <T> T ask(CommandSpec command, Function<ListClient, T> question) {
    return feature.ask(command, client -> question.apply(lists(client)));
  }

  /** Asks about values, which are read as the feature's type wants them. */
  <T> T ask(
      CommandSpec command,
      List<String> typed,
      BiFunction<ListClient, List<FeatureValue>, T> question) {
    return feature.ask(
        command,
        client -> {
          ValueType type = feature.in(client).get().options().valueType();
          List<FeatureValue> values =
              typed.stream().map(text -> TypedValue.of(type, text)).toList();
          return question.apply(lists(client), values);
        });
  }

  private ListClient lists(FeaturesClient client) {
    return version.of(client.list(feature.entityType(), feature.feature()));
  }

  /** Asks about many lists, all of the version that is the latest now if the latest is wanted. */
  <T, E extends Exception> T askPatiently(CommandSpec command, LongQuestion<T, E> question)
      throws E {
    return feature.askPatiently(
        command, this::known, known -> question.ask(known.lists(), known.type()));
  }

  private Known known(FeaturesClient client) {
    FeatureDefinition definition = feature.in(client).get();
    ListClient lists = lists(client);
    return new Known(
        version.isLatest() ? lists.in(definition.latest().text()) : lists,
        definition.options().valueType());
  }

  private record Known(ListClient lists, ValueType type) {}

  /** For people. */
  @Override
  public String toString() {
    return feature.toString();
  }

  /** A question that takes its time. */
  @FunctionalInterface
  interface LongQuestion<T, E extends Exception> {

    T ask(ListClient lists, ValueType type) throws E;
  }
}
