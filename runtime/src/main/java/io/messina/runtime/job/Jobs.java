package io.messina.runtime.job;

import io.messina.runtime.Context;
import io.messina.runtime.RequestException;
import io.messina.runtime.definition.Created;
import io.messina.runtime.definition.DefinitionTable;
import io.messina.runtime.definition.GenerationCatalog;
import io.messina.runtime.definition.Generations;
import io.messina.runtime.definition.Precondition;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;

/**
 * The jobs of a kind: their definitions, the same for all nodes, and the ones that run on this
 * node. Safe for use by many threads.
 *
 * @param <O> options
 * @param <D> a definition
 * @param <R> a running job
 */
public final class Jobs<O, D, R extends RunningJob> implements AutoCloseable {

  private static final int JOBS_MAX = 200;

  /** The limit includes deleted names. */
  private static final int NAMES_MAX = 10_000;

  /** The time that the answer to a creation waits for the job to start. */
  private static final Duration BEGINNING_MAX = Duration.ofSeconds(2);

  private final JobKind<O, D, R> kind;
  private final GenerationCatalog<D> catalog;
  private final RunningJobs<D, R> running;

  /**
   * Jobs that do not run yet.
   *
   * @param context of the process; its store outlives them
   * @param kind the kind of definitions
   * @throws io.messina.store.StoreException if the table of definitions cannot be made
   */
  public Jobs(Context context, JobKind<O, D, R> kind) {
    context.store().create(DefinitionTable.DEFINITIONS);
    this.kind = kind;
    this.catalog =
        new GenerationCatalog<>(
            context,
            new GenerationCatalog.Kind<>(
                noun(kind) + "s",
                JOBS_MAX,
                NAMES_MAX,
                kind::read,
                kind::options,
                kind.keepsGeneration(),
                this::checkChange));
    this.running = new RunningJobs<>(context, noun(kind), new Defined());
  }

  private static String noun(JobKind<?, ?, ?> kind) {
    return kind.missing().name().toLowerCase(Locale.ROOT);
  }

  private final class Defined implements RunningJobs.Work<D, R> {

    @Override
    public boolean isLoaded() {
      return catalog.isLoaded();
    }

    @Override
    public Map<String, D> wanted() {
      return catalog.view().living();
    }

    @Override
    public R begin(D definition) {
      return kind.begin(definition, catalog.view());
    }

    @Override
    public void end(R job) {
      kind.end(job, catalog.view());
    }

    @Override
    public void deleteLeftovers() {
      kind.deleteLeftovers(catalog.view());
    }
  }

  private void checkChange(D standing, D wanted) {
    String stays = kind.stream(kind.options(standing));
    String asked = kind.stream(kind.options(wanted));
    if (!stays.equals(asked)) {
      throw new RequestException.Refused(
          RequestException.Refused.Reason.CONFLICT,
          "stream: %s (expected: %s, as the %s was created)".formatted(asked, stays, noun(kind)));
    }
  }

  /** Starts to run the defined jobs, and does not wait. To be called once. */
  public void start() {
    catalog.start();
    running.start();
  }

  /** All of them, as of 1.5 seconds ago or later. */
  public Generations<D> all() {
    return catalog.freshView();
  }

  /** All that this node knows of, from memory. */
  public Generations<D> known() {
    return catalog.view();
  }

  /**
   * One of them.
   *
   * @param name its name
   * @return its present generation
   * @throws RequestException.NotFound if there is none
   * @throws RequestException.Refused if this version of Messina cannot read it
   * @throws RequestException.Unavailable if the store does not answer for over 1.5 s
   */
  public D find(String name) {
    return catalog.find(name).orElseThrow(() -> missing(name));
  }

  /**
   * Returns the exception for a name without a job.
   *
   * @param name which was asked for
   */
  public RequestException.NotFound missing(String name) {
    return RequestException.NotFound.of(kind.missing(), name);
  }

  /**
   * Creates a definition with these options, or changes it to them. A new one, and one with other
   * options, runs on all nodes within about a second; the answer waits until it has begun on this
   * one.
   *
   * @param name its name
   * @param options its options
   * @param precondition the condition of the change; this throws its exceptions
   * @return as it is now, and whether this call created it
   * @throws RequestException.Refused if it exists with another stream, or 200 exist
   * @throws RequestException as {@link JobKind#check} does
   */
  public Created<D> put(String name, O options, Precondition precondition) {
    O checked = kind.check(name, options, all());
    Created<D> created = catalog.put(name, kind.write(checked), precondition);
    running.look();
    running.awaitTried(name, BEGINNING_MAX);
    return created;
  }

  /**
   * Deletes a job with its data, and waits until it has ended on this node.
   *
   * @param name its name
   * @param precondition the condition of the change; this throws its exceptions
   * @return whether it existed
   */
  public boolean delete(String name, Precondition precondition) {
    return running.end(name, () -> catalog.delete(name, precondition));
  }

  /**
   * Returns the running job of a name on this node.
   *
   * @param name its name
   * @throws RequestException as {@link #find} does, and if it does not run here yet
   */
  public R running(String name) {
    return running(name, find(name));
  }

  /**
   * Returns the running job of a generation on this node.
   *
   * @param name its name
   * @param definition of it
   * @throws RequestException.NotFound if its stream does not exist, so that no repeat helps
   * @throws RequestException.Unavailable if it does not run here yet
   */
  public R running(String name, D definition) {
    try {
      return running.running(name, definition);
    } catch (RequestException.Unavailable e) {
      kind.checkStream(kind.options(definition));
      throw e;
    }
  }

  /**
   * Returns the state of a job on this node.
   *
   * @param name its name
   * @param definition of it
   */
  public JobReport<R> report(String name, D definition) {
    return running.report(name, definition);
  }

  /** Ends the jobs that run here. Repeating it changes nothing. */
  @Override
  public void close() {
    running.close();
    catalog.close();
  }
}
