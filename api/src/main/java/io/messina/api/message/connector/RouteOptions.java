package io.messina.api.message.connector;

import io.messina.api.Field;
import io.messina.api.Names;
import io.messina.api.RecordField;
import io.messina.api.WireException;
import io.messina.api.message.AccountName;
import io.messina.api.message.Channel;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A route from messages to connectors. If several match, the most precise one counts: one of the
 * account before one of all accounts, then the longest prefix, then the first name.
 */
public record RouteOptions(
    @Field("channel of the messages") Channel channel,
    @Field("account of the messages; all accounts if absent") Optional<AccountName> account,
    @Field(
            value = "prefixes of the recipients, as in +39; none for all",
            max = "1000",
            otherwise = "[]")
        List<String> prefixes,
    @Field(
            "share of the messages for each connector, as in {\"a\":9,\"b\":1}, each from 1 to"
                + " 1000000")
        Map<String, Integer> weights,
    @Field(
            value =
                "connectors for messages that all of those have refused, in order of preference",
            max = "20",
            otherwise = "[]")
        List<String> fallback) {

  private static final int CONNECTORS_MAX = 100;
  private static final int WEIGHT_MAX = 1_000_000;
  private static final int PREFIX_CHARS_MAX = 100;

  public RouteOptions {
    RecordField.check(RouteOptions.class, channel, account, prefixes, weights, fallback);
    if (weights.isEmpty() || weights.size() > CONNECTORS_MAX) {
      throw wrong("weights", weights.size() + " connectors", "1 to " + CONNECTORS_MAX);
    }
    weights.forEach(
        (name, weight) -> {
          Names.check("weights", name, 64);
          if (weight < 1 || weight > WEIGHT_MAX) {
            throw wrong("weights." + name, weight.toString(), "from 1 to " + WEIGHT_MAX);
          }
        });
    fallback.forEach(name -> Names.check("fallback", name, 64));
    for (String prefix : prefixes) {
      if (prefix.isEmpty() || prefix.length() > PREFIX_CHARS_MAX) {
        throw wrong(
            "prefixes",
            "one of " + prefix.length() + " characters",
            "1 to " + PREFIX_CHARS_MAX + " characters");
      }
    }
    prefixes = List.copyOf(prefixes);
    weights = Collections.unmodifiableMap(new TreeMap<>(weights));
    fallback = List.copyOf(fallback);
  }

  private static WireException wrong(String field, String found, String expected) {
    return new WireException(
        WireException.Fault.OUT_OF_BOUNDS, field + ": " + found + " (expected: " + expected + ")");
  }
}
