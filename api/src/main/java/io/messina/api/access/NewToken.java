package io.messina.api.access;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.messina.api.Field;

/** A token that was just created. */
public record NewToken(
    @Field("token, to be sent as Authorization: Bearer TOKEN; it is shown this once only")
        String token,
    @JsonUnwrapped TokenReport report) {

  /** Without the token. */
  @Override
  public String toString() {
    return "NewToken[" + report.name() + "]";
  }
}
