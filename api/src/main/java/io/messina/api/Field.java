package io.messina.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The meaning of a component of a record, its bounds and its default, each stated once. The checks
 * of records, sentences about wrong requests, the schemas of {@code /openapi}, the options of the
 * command line and the Javadoc of withers are made from it.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.PARAMETER})
public @interface Field {

  /**
   * Its meaning, in one sentence without a full stop: noun first, then unit, and the default if it
   * is not {@link #otherwise}.
   */
  String value();

  /**
   * The lower bound in JSON: a number, a duration or a time; of texts and lists, the number of
   * characters or elements. Empty for none.
   */
  String min() default "";

  /** The upper bound, as {@link #min}. */
  String max() default "";

  /**
   * The default in JSON. {@link #REQUIRED} if a request must have the field, unless its type may be
   * absent.
   */
  String otherwise() default REQUIRED;

  /**
   * Whether a record with withers has one for it: not where one of two components must be absent,
   * or others were derived from it.
   */
  boolean wither() default true;

  /** No default. */
  String REQUIRED = "\0";
}
