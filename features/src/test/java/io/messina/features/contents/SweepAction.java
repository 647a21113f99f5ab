package io.messina.features.contents;

import io.messina.api.feature.EntityId;
import io.messina.features.FeatureRef;
import java.time.Duration;

/** What a node may do in a history. */
sealed interface SweepAction {

  record Create(FeatureRef feature) implements SweepAction {}

  record Delete(FeatureRef feature) implements SweepAction {}

  record CreateVersion(FeatureRef feature) implements SweepAction {}

  record DeleteVersion(FeatureRef feature) implements SweepAction {}

  record Fill(FeatureRef feature, EntityId entity) implements SweepAction {}

  record Sweep(int limit) implements SweepAction {}

  record Wait(Duration duration) implements SweepAction {}
}
