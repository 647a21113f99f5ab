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
 * @param <R> what runs of it
 */
public interface JobKind<O, D, R extends RunningJob> {

  /** What is missing where there is none of a name; it names the kind in sentences. */
  RequestException.NotFound.Kind missing();

  /** Whether a job with other options goes on where it is, as it keeps nothing that they make. */
  default boolean keepsGeneration() {
    return false;
  }

  /**
   * Checks what is put, and decides what it leaves open.
   *
   * @param name of the job
   * @param options what it is to do
   * @return what it will do
   * @throws RequestException if that cannot be, or the stream that it is to follow is not there
   */
  O check(String name, O options);

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
   * @throws RuntimeException whatever it likes, if this version of Messina cannot read it
   */
  D read(Definition row);

  /**
   * What a job does.
   *
   * @param definition of it
   */
  O options(D definition);

  /**
   * Which stream a job follows, for as long as it is there.
   *
   * @param options of it
   */
  String stream(O options);

  /**
   * Begins, or goes on where this generation was.
   *
   * @param definition of what
   * @param standing all of this kind
   * @throws RuntimeException where it cannot, with a sentence for people; tried again
   */
  R begin(D definition, Generations<D> standing);

  /**
   * Ends what runs, as it is over, or what it follows is gone, or the process ends.
   *
   * @param running as it was begun
   * @param standing all of this kind
   */
  default void end(R running, Generations<D> standing) {
    running.close();
  }

  /**
   * Removes what generations have left that are over. Called every second, and after a deletion.
   *
   * @param standing all of this kind
   * @throws RuntimeException where not all can be removed; tried again
   */
  void deleteLeftovers(Generations<D> standing);
}
