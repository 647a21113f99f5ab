package io.messina.testkit;

import io.messina.store.Store;
import io.messina.testkit.contract.StoreContract;
import java.time.InstantSource;
import net.jqwik.api.PropertyDefaults;

@PropertyDefaults(tries = 200)
final class SimulatedStoreContractTest extends StoreContract {

  @Override
  protected Store open(InstantSource clock) {
    return SimulatedStore.calm(clock);
  }
}
