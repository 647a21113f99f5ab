package io.messina.test.rules;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * Run by {@code mvn verify -Pfull} only: a test that shows that others are sharp, as with planted
 * bugs, or that a promise holds for long, on several nodes or under many kills. What a plain build
 * has to find stands without it.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Tag(FullBuild.TAG)
@net.jqwik.api.Tag(FullBuild.TAG)
public @interface FullBuild {

  /** The tag by which a plain build leaves a test out. */
  String TAG = "full";

  /** What of it a plain build keeps, or why it keeps nothing. */
  String value();
}
