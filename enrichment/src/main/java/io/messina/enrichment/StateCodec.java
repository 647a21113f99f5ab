package io.messina.enrichment;

import io.messina.store.Bytes;

/**
 * Encodes the state of a key as bytes, and decodes it. Called by many threads.
 *
 * @param <S> the state of a key
 */
public interface StateCodec<S> {

  /** States that are bytes already. */
  StateCodec<Bytes> BYTES =
      new StateCodec<>() {

        @Override
        public Bytes encode(Bytes state) {
          return state;
        }

        @Override
        public Bytes decode(Bytes stored) {
          return stored;
        }
      };

  /**
   * Encodes a state.
   *
   * @return its bytes, at most 1 MiB
   */
  Bytes encode(S state);

  /**
   * Decodes the result of {@link #encode}, in this or in an earlier version of the program.
   *
   * @throws RuntimeException if they cannot be read: the events of the key become dead letters
   */
  S decode(Bytes stored);
}
