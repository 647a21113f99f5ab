package io.messina.store.rocksdb;

import io.messina.store.Store;
import io.messina.testkit.contract.StoreContract;
import java.time.InstantSource;
import net.jqwik.api.PropertyDefaults;

@PropertyDefaults(tries = 200)
final class RocksStoreContractTest extends StoreContract {

  @Override
  protected Store open(InstantSource clock) {
    return RocksStore.open(newFolder(), RocksStoreOptions.DEFAULT, clock);
  }
}
