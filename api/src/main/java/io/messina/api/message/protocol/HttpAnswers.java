package io.messina.api.message.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.messina.api.Checks;
import io.messina.api.Field;
import io.messina.api.WireException;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Where an answer in JSON has what, and what is different with this provider.
 *
 * @param providerId where it names the message; or a template, if the request names it
 * @param parts where it counts the parts of a long text
 * @param errorCode where it has a code of what went wrong
 * @param errorText where it says it for people
 * @param statuses what a status of HTTP means, if not the usual
 * @param codes what a code means, whatever the status
 */
public record HttpAnswers(
    @Field(
            "where an answer has the provider's id of the message, a JSON pointer; or a template,"
                + " as in {{uuid}}, if the request says it")
        Optional<String> providerId,
    @Field("where an answer counts the parts of a text, a JSON pointer") Optional<String> parts,
    @Field("where an answer has the code of an error, a JSON pointer") Optional<String> errorCode,
    @Field("where an answer tells an error to people, a JSON pointer") Optional<String> errorText,
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
        @Field(
            "what a status means with this provider, if not the usual, as in {\"500\":\"failed\"}")
        Map<String, HttpOutcome> statuses,
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
        @Field("what the code of an error means, whatever the status")
        Map<String, HttpOutcome> codes) {

  private static final Pattern STATUS = Pattern.compile("[1-5][0-9]{2}");

  /** The usual statuses, and nothing to read. */
  public static final HttpAnswers DEFAULT =
      new HttpAnswers(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Map.of(),
          Map.of());

  /** How many statuses, and how many codes, may have a meaning of their own. */
  public static final int MEANINGS_MAX = 200;

  /**
   * Checked answers.
   *
   * @throws WireException if a pointer or status has another form, or there are too many
   */
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
