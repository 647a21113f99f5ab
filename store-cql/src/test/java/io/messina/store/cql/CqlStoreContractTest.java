package io.messina.store.cql;

import io.messina.store.Store;
import io.messina.testkit.contract.StoreContract;
import java.time.InstantSource;
import net.jqwik.api.PropertyDefaults;

@PropertyDefaults(tries = 40)
final class CqlStoreContractTest extends StoreContract {

  @Override
  protected Store open(InstantSource clock) {
    return CqlStore.open(KeyspaceForTests.options(), clock);
  }
}
