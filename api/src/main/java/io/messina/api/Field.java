package io.messina.api;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What a component of a record means, and its bounds: the one place where they stand. From it come
 * the checks of records, sentences about wrong requests, the schemas of {@code /openapi} and the
 * options of the command line.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.PARAMETER})
public @interface Field {

  /**
   * What it means, in one sentence.
   *
   * @return without a full stop
   */
  String value();

  /**
   * The least that is allowed, as JSON has it; of lists, how many elements.
   *
   * @return a number, a duration or a time; empty for none
   */
  String min() default "";

  /**
   * The most that is allowed, as JSON has it; of lists, how many elements.
   *
   * @return a number, a duration or a time; empty for none
   */
  String max() default "";

  /**
   * What a request means that is without it, as JSON has it.
   *
   * @return {@link #REQUIRED} if it must be there, unless its type says that it may be absent
   */
  String otherwise() default REQUIRED;

  /** No default: whoever asks must say it. */
  String REQUIRED = "\0";
}
