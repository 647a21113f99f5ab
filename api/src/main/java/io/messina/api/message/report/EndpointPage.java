package io.messina.api.message.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.messina.api.Field;
import java.util.List;
import java.util.Optional;

/** A page of the failing endpoints of an account. */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record EndpointPage(
    @Field("endpoints by URL") List<EndpointReport> endpoints,
    @Field("start of the next page; absent on the last one") Optional<String> next) {

  public EndpointPage {
    endpoints = List.copyOf(endpoints);
  }
}
