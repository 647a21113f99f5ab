package io.messina.stream.log;

import java.util.function.Consumer;

/** Says whether what is durable may be acknowledged and shown. */
@FunctionalInterface
public interface Confirmation {

  /**
   * Asks whether whoever owns the shard next sees what was written before this call.
   *
   * @param answer is called once, in the order of the calls, by this or another thread; false is
   *     permanent. It must return soon, and throw nothing
   */
  void ask(Consumer<Boolean> answer);
}
