package io.messina.api;

import java.time.Duration;
import java.util.Optional;

/** Options of an extension of leases. */
public record Extension(
    @Field(
            value = "new lease from now on; the group's lease if absent",
            min = GroupOptions.SHORTEST,
            max = GroupOptions.LONGEST)
        Optional<Duration> lease) {}
