package io.messina.connectors.http;

import io.messina.api.StrictJson;
import io.messina.api.Wire;
import io.messina.api.message.protocol.HttpOptions;
import io.messina.connectors.Content;
import io.messina.connectors.OutgoingMessage;
import io.messina.connectors.Secret;
import io.messina.connectors.Secrets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;

/** Messages, options and secrets for tests. */
final class Sample {

  static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);
  static final Duration LONG = Duration.ofSeconds(20);
  static final Duration SHORT = Duration.ofMillis(500);

  private Sample() {}

  static HttpOptions options(String json) {
    return Wire.request(StrictJson.read(json), HttpOptions.class);
  }

  /** A provider that finds its key in the header {@code key}. */
  static HttpOptions options(ProviderDouble provider, String more) {
    return options(
        """
        {"url": "%s", "allow_private": true, "headers": {"key": "{{id}}"},
         "body": "{\\"to\\":\\"{{to}}\\",\\"text\\":\\"{{text}}\\"}", "provider_id": "/id"%s}
        """
            .formatted(provider.url("/messages"), more));
  }

  static OutgoingMessage text(String id, String text) {
    return message(id, new Content.Text(text));
  }

  static OutgoingMessage message(String id, Content content) {
    return new OutgoingMessage(
        id,
        Optional.of("Messina"),
        "+393331234567",
        content,
        Map.of("campaign", "spring & summer"),
        Optional.empty());
  }

  static Secrets secrets(Map<String, String> known) {
    return reference -> {
      String found = known.get(reference);
      if (found == null) {
        throw new IllegalArgumentException(reference + ": not there (expected: a secret)");
      }
      return new Secret(found);
    };
  }
}
