package io.messina.stream.owner;

import io.messina.stream.ownership.NodeId;
import java.util.List;

/**
 * The clock of a member.
 *
 * @param member whose it is
 * @param timestampMicros not below any write timestamp that it has given out or observed
 * @param living the members that it knew before it read its clock
 */
public record MemberClock(NodeId member, long timestampMicros, List<NodeId> living) {}
