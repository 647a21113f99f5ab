package io.messina.testkit;

import io.messina.store.Store;
import io.messina.testkit.contract.StoreContract;
import java.time.InstantSource;

final class SimulatedStoreContractTest extends StoreContract {

  @Override
  protected Store open(InstantSource clock) {
    return SimulatedStore.calm(clock);
  }
}
