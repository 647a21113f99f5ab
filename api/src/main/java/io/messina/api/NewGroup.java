package io.messina.api;

import com.fasterxml.jackson.annotation.JsonUnwrapped;

/** Options of a new group. */
public record NewGroup(
    @Field(value = "where a new group begins: earliest, latest, or a time", otherwise = "earliest")
        Start start,
    @JsonUnwrapped GroupOptions options) {

  /** From the oldest event on, with options as by default. */
  public static final NewGroup DEFAULT = Wire.defaults(NewGroup.class);
}
