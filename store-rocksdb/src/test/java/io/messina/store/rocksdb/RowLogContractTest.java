package io.messina.store.rocksdb;

import io.messina.store.Store;
import io.messina.store.Table;
import io.messina.testkit.contract.StoreContract;
import java.time.InstantSource;
import net.jqwik.api.PropertyDefaults;

/** The same promises where all append-only tables have logs, of many small files. */
@PropertyDefaults(tries = 200)
final class RowLogContractTest extends StoreContract {

  @Override
  protected Store open(InstantSource clock) {
    return RocksStore.open(
        newFolder(),
        RocksStoreOptions.DEFAULT,
        new RowLogs.Settings(Table::isAppendOnly, 16 * 1024),
        clock);
  }
}
