package io.messina.api.access;

import io.messina.api.Field;
import java.time.Instant;
import java.util.Optional;

/**
 * A payload of the stream {@code messina.audit}: an act of an operator that was done, or may have
 * been.
 */
public record AuditEntry(
    @Field("when it was recorded, which is before the answer") Instant at,
    @Field("name of the token") String token,
    @Field("operation, as /openapi names it") String operation,
    @Field("path of the request") String path,
    @Field("done, or unknown if it may have been done") AuditOutcome outcome,
    @Field("address that the request came from, which may be that of a proxy") String client,
    @Field("URL of the server that answered") String server,
    @Field("options of the token that createToken made") Optional<TokenOptions> created) {}
