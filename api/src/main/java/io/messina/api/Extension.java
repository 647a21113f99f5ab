package io.messina.api;

import java.time.Duration;
import java.util.Optional;

/**
 * How leases are extended.
 *
 * @param lease from now on, from 1 s to 12 h; if absent, the group's lease
 */
public record Extension(
    @Field(
            value = "how long the lease runs from now on, unless as long as the group says",
            min = GroupOptions.SHORTEST,
            max = GroupOptions.LONGEST)
        Optional<Duration> lease) {}
