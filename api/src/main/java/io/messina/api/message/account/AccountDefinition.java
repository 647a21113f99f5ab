package io.messina.api.message.account;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.messina.api.Defined;
import io.messina.api.Field;
import io.messina.api.message.AccountName;

/** An account in the catalog. */
public record AccountDefinition(
    AccountName name,
    @Field("number of the creation or change, from 1") int generation,
    @JsonUnwrapped AccountOptions options,
    String tag)
    implements Defined {}
