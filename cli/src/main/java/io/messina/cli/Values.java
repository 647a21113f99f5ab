package io.messina.cli;

import io.messina.api.Durations;
import io.messina.api.EventId;
import io.messina.api.GroupName;
import io.messina.api.Start;
import io.messina.api.StreamName;
import io.messina.api.Times;
import io.messina.api.access.Scope;
import io.messina.api.access.TokenName;
import io.messina.api.aggregate.AggregateName;
import io.messina.api.enrichment.EnrichmentName;
import io.messina.api.message.AccountName;
import io.messina.api.message.TemplateName;
import io.messina.api.message.connector.ConnectorName;
import io.messina.api.sink.SinkName;
import io.messina.cli.remote.ServerUrls;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;

/** Reads arguments as the types of the API; a wrong one is a wrong call. */
final class Values {

  private Values() {}

  static CommandLine register(CommandLine command) {
    return command
        .setCaseInsensitiveEnumValuesAllowed(true)
        .registerConverter(StreamName.class, checked(StreamName::new))
        .registerConverter(GroupName.class, checked(GroupName::new))
        .registerConverter(AggregateName.class, checked(AggregateName::new))
        .registerConverter(EnrichmentName.class, checked(EnrichmentName::new))
        .registerConverter(SinkName.class, checked(SinkName::new))
        .registerConverter(TokenName.class, checked(TokenName::new))
        .registerConverter(Scope.class, checked(Scope::of))
        .registerConverter(AccountName.class, checked(AccountName::new))
        .registerConverter(ConnectorName.class, checked(ConnectorName::new))
        .registerConverter(TemplateName.class, checked(TemplateName::new))
        .registerConverter(LocalDate.class, checked(Values::day))
        .registerConverter(EventId.class, checked(EventId::new))
        .registerConverter(Start.class, checked(Start::parse))
        .registerConverter(ServerUrls.class, checked(ServerUrls::parse))
        .registerConverter(Instant.class, checked(text -> time(text, "a time of " + Times.FORM)))
        .registerConverter(Duration.class, checked(Values::duration));
  }

  private static Instant time(String text, String form) {
    try {
      return Times.parse(text);
    } catch (IllegalArgumentException _) {
      throw expected(text, form);
    }
  }

  private static LocalDate day(String text) {
    try {
      return LocalDate.parse(text);
    } catch (DateTimeParseException _) {
      throw expected(text, "a day as in 2026-03-01");
    }
  }

  private static Duration duration(String text) {
    try {
      return Durations.parse(text);
    } catch (IllegalArgumentException | ArithmeticException _) {
      throw expected(text, Durations.FORM);
    }
  }

  private static IllegalArgumentException expected(String text, String form) {
    return new IllegalArgumentException(text + " (expected: " + form + ")");
  }

  private static <T> CommandLine.ITypeConverter<T> checked(Function<String, T> value) {
    return text -> {
      try {
        return value.apply(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(String.valueOf(e.getMessage()));
      }
    };
  }
}
