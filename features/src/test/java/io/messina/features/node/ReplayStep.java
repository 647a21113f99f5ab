package io.messina.features.node;

import io.messina.api.feature.FeatureValue;
import io.messina.features.contents.ListAction;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What happens to a list and a scalar that feeds keep, one after the other. */
sealed interface ReplayStep {

  /** Events are appended to a shard. */
  record Append(int shard, List<Said> said) implements ReplayStep {}

  /** The shard has another owner, and so a new lane. */
  record Lane(int shard) implements ReplayStep {}

  /** A node handles some events of a feed; where its mark is lost another node does so again. */
  record Feed(int feed, int node, int shard, int events, boolean markLost) implements ReplayStep {}

  /** A feed is to go on at some event of a shard, so many in a thousand from its beginning. */
  record Seek(int feed, int shard, int thousandths) implements ReplayStep {}

  /** A node ends, and begins anew. */
  record Restart(int node) implements ReplayStep {}

  /** A feed is deleted and created again. */
  record Anew(int feed) implements ReplayStep {}

  /** A client does something to a list. */
  record Beside(int client, int entity, ListAction action) implements ReplayStep {}

  /** A client puts a scalar of a time before or after now. */
  record Put(int client, int entity, FeatureValue value, int seconds) implements ReplayStep {}

  /** A client deletes a scalar. */
  record Delete(int client, int entity) implements ReplayStep {}

  /** List and scalar live otherwise long. */
  record Live(Optional<Duration> ttl) implements ReplayStep {}

  /** Time passes. */
  record Pass(Duration duration) implements ReplayStep {}

  /** What an event says: a page of some second, and perhaps a link. */
  record Said(int entity, String page, Optional<String> link, int second) {}
}
