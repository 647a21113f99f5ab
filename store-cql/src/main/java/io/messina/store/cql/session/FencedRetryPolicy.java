package io.messina.store.cql.session;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.retry.RetryDecision;
import com.datastax.oss.driver.api.core.retry.RetryPolicy;
import com.datastax.oss.driver.api.core.servererrors.CoordinatorException;
import com.datastax.oss.driver.api.core.servererrors.WriteType;
import com.datastax.oss.driver.api.core.session.Request;

/**
 * Never sends a request again: whether a fenced write may be repeated is for the caller to know. It
 * is a separate class since the driver makes it by its name; its verdicts follow from these
 * decisions.
 */
@SuppressWarnings("deprecation") // the driver still calls the methods that it has replaced
public final class FencedRetryPolicy implements RetryPolicy {

  /**
   * For the driver.
   *
   * @param context not used
   * @param profile not used
   */
  public FencedRetryPolicy(DriverContext context, String profile) {}

  @Override
  public RetryDecision onReadTimeout(
      Request request,
      ConsistencyLevel level,
      int blockFor,
      int received,
      boolean dataPresent,
      int retries) {
    return RetryDecision.RETHROW;
  }

  @Override
  public RetryDecision onWriteTimeout(
      Request request,
      ConsistencyLevel level,
      WriteType type,
      int blockFor,
      int received,
      int retries) {
    return RetryDecision.RETHROW;
  }

  @Override
  public RetryDecision onUnavailable(
      Request request, ConsistencyLevel level, int required, int alive, int retries) {
    return RetryDecision.RETHROW;
  }

  @Override
  public RetryDecision onRequestAborted(Request request, Throwable error, int retries) {
    return RetryDecision.RETHROW;
  }

  @Override
  public RetryDecision onErrorResponse(Request request, CoordinatorException error, int retries) {
    return RetryDecision.RETHROW;
  }

  @Override
  public void close() {}
}
