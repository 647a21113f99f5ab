package io.messina.api.message.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.messina.api.Field;
import java.util.List;
import java.util.Optional;

/**
 * Some of the failing endpoints of an account.
 *
 * @param endpoints by URL
 * @param next where the next page begins; empty on the last one
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record EndpointPage(
    @Field("by URL") List<EndpointReport> endpoints,
    @Field("where the next page begins; absent on the last one") Optional<String> next) {

  /** Takes a copy. */
  public EndpointPage {
    endpoints = List.copyOf(endpoints);
  }
}
