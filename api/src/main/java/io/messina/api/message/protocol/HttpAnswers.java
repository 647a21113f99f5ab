package io.messina.api.message.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.messina.api.Checks;
import io.messina.api.Field;
import io.messina.api.Wire;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The meaning of a provider's answers, and the places in their JSON. */
public record HttpAnswers(
    @Field(
            "JSON pointer to the provider's id of the message in an answer; or a template, as in"
                + " {{uuid}}, if the request contains the id")
        Optional<String> providerId,
    @Field("JSON pointer to the number of parts of a text in an answer") Optional<String> parts,
    @Field("JSON pointer to the code of an error in an answer") Optional<String> errorCode,
    @Field("JSON pointer to the text of an error in an answer") Optional<String> errorText,
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
        @Field("meanings of statuses that differ from the usual ones, as in {\"500\":\"failed\"}")
        Map<String, HttpOutcome> statuses,
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
        @Field("meanings of codes of errors, for any status")
        Map<String, HttpOutcome> codes) {

  private static final Pattern STATUS = Pattern.compile("[1-5][0-9]{2}");

  /** The usual statuses, and nothing to read. */
  public static final HttpAnswers DEFAULT = Wire.defaults(HttpAnswers.class);

  /** The most statuses, and the most codes, with a meaning. */
  public static final int MEANINGS_MAX = 200;

  public HttpAnswers {
    providerId
        .filter(place -> !place.contains("{{"))
        .ifPresent(pointer -> Checks.pointer("provider_id", pointer));
    parts.ifPresent(pointer -> Checks.pointer("parts", pointer));
    errorCode.ifPresent(pointer -> Checks.pointer("error_code", pointer));
    errorText.ifPresent(pointer -> Checks.pointer("error_text", pointer));
    HttpTemplates.check(
        statuses.keySet().stream().allMatch(status -> STATUS.matcher(status).matches()),
        "statuses: a wrong one (expected: as in 500)");
    HttpTemplates.check(
        statuses.size() <= MEANINGS_MAX && codes.size() <= MEANINGS_MAX,
        "statuses or codes: too many (expected: up to " + MEANINGS_MAX + ")");
    HttpTemplates.check(
        codes.isEmpty() || errorCode.isPresent(),
        "error_code: absent (expected: a JSON pointer, as there are codes)");
    statuses = Collections.unmodifiableMap(new TreeMap<>(statuses));
    codes = Collections.unmodifiableMap(new TreeMap<>(codes));
  }
}
