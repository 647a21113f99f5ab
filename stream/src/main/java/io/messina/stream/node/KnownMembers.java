package io.messina.stream.node;

import io.messina.stream.ShardId;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The members of the cluster, as far as this process knows them; without reads.
 *
 * @param expectedOwner the address of the member that should own a shard
 * @param living the addresses of all living members
 */
record KnownMembers(
    Function<ShardId, Optional<String>> expectedOwner, Supplier<List<String>> living) {}
