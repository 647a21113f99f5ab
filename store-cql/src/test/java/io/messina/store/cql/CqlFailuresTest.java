package io.messina.store.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.NoNodeAvailableException;
import com.datastax.oss.driver.api.core.NodeUnavailableException;
import com.datastax.oss.driver.api.core.connection.ClosedConnectionException;
import com.datastax.oss.driver.api.core.connection.HeartbeatException;
import com.datastax.oss.driver.api.core.servererrors.CASWriteUnknownException;
import com.datastax.oss.driver.api.core.servererrors.DefaultWriteType;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.OverloadedException;
import com.datastax.oss.driver.api.core.servererrors.ReadFailureException;
import com.datastax.oss.driver.api.core.servererrors.ReadTimeoutException;
import com.datastax.oss.driver.api.core.servererrors.ServerError;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import com.datastax.oss.driver.api.core.servererrors.WriteFailureException;
import com.datastax.oss.driver.api.core.servererrors.WriteTimeoutException;
import io.messina.store.StoreUnavailableException;
import io.messina.store.UnknownOutcomeException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class CqlFailuresTest {

  private static final InetAddress HERE = InetAddress.getLoopbackAddress();

  /** After each of these a fenced write may have applied, or may at any later time. */
  static List<Throwable> open() {
    DefaultConsistencyLevel serial = DefaultConsistencyLevel.LOCAL_SERIAL;
    return List.of(
        new DriverTimeoutException("timed out"),
        new WriteTimeoutException(NodeForTests.NODE, serial, 1, 2, DefaultWriteType.CAS),
        new WriteTimeoutException(NodeForTests.NODE, serial, 1, 2, DefaultWriteType.SIMPLE),
        new CASWriteUnknownException(NodeForTests.NODE, serial, 1, 2),
        new ReadTimeoutException(NodeForTests.NODE, serial, 1, 2, false),
        new WriteFailureException(
            NodeForTests.NODE, serial, 1, 2, DefaultWriteType.CAS, 1, Map.of()),
        new UnavailableException(NodeForTests.NODE, serial, 2, 1),
        new OverloadedException(NodeForTests.NODE, "overloaded"),
        new ServerError(NodeForTests.NODE, "unexpected"),
        new ClosedConnectionException("lost connection"),
        new HeartbeatException(InetSocketAddress.createUnresolved("localhost", 9042), "hung", null),
        AllNodesFailedException.fromErrors(
            List.of(
                Map.entry(NodeForTests.NODE, new NodeUnavailableException(NodeForTests.NODE)),
                Map.entry(NodeForTests.NODE, new ServerError(NodeForTests.NODE, "unexpected")))),
        new NullPointerException("a mistake of the driver"));
  }

  @Test
  void a_read_of_too_many_deletes_is_known_where_nodes_say_so_or_say_nothing() {
    assertThat(isOfTooManyDeletes(Map.of(HERE, 1))).isTrue();
    assertThat(isOfTooManyDeletes(Map.of())).isTrue();
    assertThat(isOfTooManyDeletes(Map.of(HERE, 2))).isFalse();
    assertThat(CqlFailures.isOfTooManyDeletes(new StoreUnavailableException("silence"))).isFalse();
  }

  private static boolean isOfTooManyDeletes(Map<InetAddress, Integer> reasons) {
    ReadFailureException failure =
        new ReadFailureException(
            NodeForTests.NODE, DefaultConsistencyLevel.LOCAL_QUORUM, 1, 2, 1, false, reasons);
    return CqlFailures.isOfTooManyDeletes(
        CqlFailures.harmless("t", new CompletionException(failure)));
  }

  @ParameterizedTest
  @MethodSource("open")
  void what_leaves_a_fenced_write_open_is_told_so(Throwable failure) {
    assertThat(CqlFailures.fenced("t", new CompletionException(failure)))
        .isInstanceOf(UnknownOutcomeException.class)
        .hasCause(failure);
  }

  @ParameterizedTest
  @MethodSource("open")
  void what_is_harmless_may_be_tried_again_after_each_of_these(Throwable failure) {
    assertThat(CqlFailures.harmless("t", new CompletionException(failure)))
        .isInstanceOf(StoreUnavailableException.class)
        .hasCause(failure);
  }

  @Test
  void a_fenced_write_that_no_node_was_there_for_never_applies() {
    assertThat(CqlFailures.fenced("t", new NoNodeAvailableException()))
        .isInstanceOf(StoreUnavailableException.class);
    assertThat(
            CqlFailures.fenced(
                "t",
                AllNodesFailedException.fromErrors(
                    List.of(
                        Map.entry(
                            NodeForTests.NODE, new NodeUnavailableException(NodeForTests.NODE))))))
        .isInstanceOf(StoreUnavailableException.class);
  }

  @Test
  void an_error_of_the_machine_leaves_a_fenced_write_open_too() {
    assertThat(CqlFailures.fenced("t", new CompletionException(new AssertionError("?"))))
        .isInstanceOf(UnknownOutcomeException.class);
    assertThatThrownBy(
            () -> {
              throw CqlFailures.harmless("t", new CompletionException(new AssertionError("?")));
            })
        .isInstanceOf(AssertionError.class);
  }

  @Test
  void a_refusal_is_passed_on_to_who_can_look_at_the_schema() {
    InvalidQueryException refusal =
        new InvalidQueryException(NodeForTests.NODE, "unconfigured table t");
    assertThatThrownBy(
            () -> {
              throw CqlFailures.fenced("t", new CompletionException(refusal));
            })
        .isSameAs(refusal);
  }
}
