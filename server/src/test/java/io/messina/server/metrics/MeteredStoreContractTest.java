package io.messina.server.metrics;

import io.messina.store.Store;
import io.messina.testkit.SimulatedStore;
import io.messina.testkit.contract.StoreContract;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.InstantSource;
import net.jqwik.api.PropertyDefaults;

@PropertyDefaults(tries = 200)
final class MeteredStoreContractTest extends StoreContract {

  @Override
  protected Store open(InstantSource clock) {
    return new MeteredStore(SimulatedStore.calm(clock), new SimpleMeterRegistry());
  }
}
