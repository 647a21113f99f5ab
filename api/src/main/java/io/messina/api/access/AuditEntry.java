package io.messina.api.access;

import io.messina.api.Field;
import java.time.Instant;

/** A payload of the stream {@code messina.audit}: an act of an operator that was done. */
public record AuditEntry(
    @Field("time of the answer") Instant at,
    @Field("name of the token") String token,
    @Field("operation, as /openapi names it") String operation,
    @Field("path of the request") String path,
    @Field("URL of the server that answered") String server) {}
