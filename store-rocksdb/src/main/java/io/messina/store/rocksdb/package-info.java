/**
 * The embedded store engine, on RocksDB: everything in one folder of one machine, used by one
 * process at a time. {@link io.messina.store.rocksdb.RocksStore} is the way in.
 */
@NullMarked
package io.messina.store.rocksdb;

import org.jspecify.annotations.NullMarked;
