package io.messina.api;

import com.fasterxml.jackson.annotation.JsonUnwrapped;

/**
 * What a new group shall be like.
 *
 * @param start where it begins; one that is there stays where it is
 * @param options how it hands out
 */
public record NewGroup(
    @Field(value = "where a new group begins: earliest, latest, or a time", otherwise = "earliest") Start start,
    @JsonUnwrapped GroupOptions options) {

  /** From the oldest event on, with options as by default. */
  public static final NewGroup DEFAULT = Wire.defaults(NewGroup.class);
}
