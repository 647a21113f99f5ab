package io.messina.test.rules;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * Run by {@code mvn verify -Pfull} only: a test that shows that others are sharp, as with planted
 * bugs, or that a promise holds for long, on several nodes or under many kills. Faults that a plain
 * build must find are found without it.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Tag(FullBuild.TAG)
@net.jqwik.api.Tag(FullBuild.TAG)
public @interface FullBuild {

  /** The tag by which a plain build leaves a test out. */
  String TAG = "full";

  /** The part of it that a plain build keeps, or the reason why it keeps nothing. */
  String value();
}
