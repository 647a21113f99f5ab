package io.messina.runtime.job;

import io.messina.runtime.RequestException;
import io.messina.runtime.definition.Definition;
import io.messina.runtime.definition.Generations;

/**
 * A kind of job: how its definitions are kept, and how one of them runs on a node.
 *
 * @param <O> options, which a request sends; others begin the next generation of a job, unless it
 *     {@link #keepsGeneration}
 * @param <D> a definition; equal ones are of the same generation
 * @param <R> a running job
 */
public interface JobKind<O, D, R extends RunningJob> {

  /** Returns the kind of a missing job; sentences name the kind by it. */
  RequestException.NotFound.Kind missing();

  /** Whether a job with other options goes on where it is, as it keeps nothing that they make. */
  default boolean keepsGeneration() {
    return false;
  }

  /**
   * Checks that the stream of a job exists.
   *
   * @param options of it
   * @throws RequestException.NotFound if it does not
   */
  void checkStream(O options);

  /**
   * Checks new options, and completes the ones left open.
   *
   * @param name of the job
   * @param options the options of the request
   * @param standing all of this kind
   * @return the complete options
   * @throws RequestException if the options are wrong, or the stream to follow does not exist
   */
  O check(String name, O options, Generations<D> standing);

  /**
   * The options as they are kept.
   *
   * @param options of a job
   * @return JSON
   */
  String write(O options);

  /**
   * Makes a definition of its row.
   *
   * @param row that is not deleted
   * @throws RuntimeException any exception, if this version of Messina cannot read it
   */
  D read(Definition row);

  /**
   * Returns the options of a job.
   *
   * @param definition of it
   */
  O options(D definition);

  /**
   * Returns the name of the stream that a job follows while it exists.
   *
   * @param options of it
   */
  String stream(O options);

  /**
   * Starts a job, or resumes it at the position of its generation.
   *
   * @param definition the definition to run
   * @param standing all of this kind
   * @throws RuntimeException where it cannot, with a sentence for people; tried again
   */
  R begin(D definition, Generations<D> standing);

  /**
   * Ends a running job, because it is deleted, or its stream is gone, or the process ends.
   *
   * @param running as it was begun
   * @param standing all of this kind
   */
  default void end(R running, Generations<D> standing) {
    running.close();
  }

  /**
   * Removes the data of generations that are over. Called every second, and after a deletion.
   *
   * @param standing all of this kind
   * @throws RuntimeException where not all can be removed; tried again
   */
  void deleteLeftovers(Generations<D> standing);
}
