package io.messina.server.definition;

import io.messina.api.Defined;
import io.messina.runtime.definition.Created;
import io.messina.runtime.definition.Precondition;
import io.messina.runtime.job.Jobs;
import java.util.Collection;
import java.util.function.Function;

/**
 * What is created under names, of one kind. What a method throws is the answer.
 *
 * @param <O> options, which a request sends
 * @param <D> what there is then
 */
public interface Resources<O extends Record, D extends Record & Defined> {

  /**
   * Makes sure that one is there and has these options.
   *
   * @param name its name
   * @param options of it
   * @param precondition what has to stand
   * @return as it is now, and whether this call created it
   */
  Created<D> put(String name, O options, Precondition precondition);

  /**
   * One of them.
   *
   * @param name its name
   */
  D find(String name);

  /**
   * Deletes one that is there.
   *
   * @param name its name
   * @param precondition what has to stand
   */
  void delete(String name, Precondition precondition);

  /** All of them, in any order. */
  Collection<D> all();

  /**
   * One as the API has it.
   *
   * @param definition of it
   * @return with how it goes on this node, if it is at work there
   */
  default Record shown(D definition) {
    return definition;
  }

  /**
   * Jobs.
   *
   * @param jobs of a kind
   * @param report how one goes
   * @param <O> options
   * @param <D> definitions
   */
  static <O extends Record, D extends Record & Defined> Resources<O, D> of(
      Jobs<O, D, ?> jobs, Function<D, Record> report) {
    return new Resources<>() {

      @Override
      public Created<D> put(String name, O options, Precondition precondition) {
        return jobs.put(name, options, precondition);
      }

      @Override
      public D find(String name) {
        return jobs.find(name);
      }

      @Override
      public void delete(String name, Precondition precondition) {
        if (!jobs.delete(name, precondition)) {
          throw jobs.missing(name);
        }
      }

      @Override
      public Collection<D> all() {
        return jobs.all().living().values();
      }

      @Override
      public Record shown(D definition) {
        return report.apply(definition);
      }
    };
  }
}
