package io.messina.api.message.account;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.messina.api.Defined;
import io.messina.api.Field;
import io.messina.api.message.AccountName;

/**
 * An account that was created.
 *
 * @param name its name
 * @param generation how often it was created or changed
 * @param options what holds for its messages
 * @param tag another one after each change
 */
public record AccountDefinition(
    AccountName name,
    @Field("how often it was created or changed") int generation,
    @JsonUnwrapped AccountOptions options,
    String tag)
    implements Defined {}
