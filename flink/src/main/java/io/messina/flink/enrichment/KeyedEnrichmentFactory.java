package io.messina.flink.enrichment;

import org.apache.flink.streaming.api.operators.AbstractStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.ChainingStrategy;
import org.apache.flink.streaming.api.operators.OneInputStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.OperatorAttributes;
import org.apache.flink.streaming.api.operators.OperatorAttributesBuilder;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;

/**
 * Makes the operator on the task's thread.
 *
 * @param <K> a key
 * @param <E> an event
 * @param <S> the state of a key
 * @param <O> an output
 */
final class KeyedEnrichmentFactory<K, E, S, O> extends AbstractStreamOperatorFactory<O>
    implements OneInputStreamOperatorFactory<E, O> {

  private static final long serialVersionUID = 1L;

  private final KeyedEnrichment<K, E, S, O> settings;

  KeyedEnrichmentFactory(KeyedEnrichment<K, E, S, O> settings) {
    this.settings = settings;
    this.chainingStrategy = ChainingStrategy.ALWAYS;
  }

  @Override
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // as the interface has it
  public <T extends StreamOperator<O>> T createStreamOperator(
      StreamOperatorParameters<O> parameters) {
    return (T) new KeyedEnrichmentOperator<>(parameters, settings);
  }

  /** So that a batch job does not sort its input, by time, where positions have to rise. */
  @Override
  public OperatorAttributes getOperatorAttributes() {
    return new OperatorAttributesBuilder().setInternalSorterSupported(true).build();
  }

  @Override
  public Class<? extends StreamOperator<?>> getStreamOperatorClass(ClassLoader loader) {
    return operatorClass();
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // a class has no type parameters
  private static Class<? extends StreamOperator<?>> operatorClass() {
    return (Class) KeyedEnrichmentOperator.class;
  }
}
