package io.messina.api;

import com.fasterxml.jackson.annotation.JacksonAnnotationsInside;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.annotation.JsonSerialize;

/** Of a duration that is there or else never ends, which JSON has as {@code forever}. */
@JacksonAnnotationsInside
@JsonInclude(JsonInclude.Include.ALWAYS)
@JsonSerialize(using = Wire.ForeverWriter.class)
@JsonDeserialize(using = Wire.ForeverReader.class)
@Retention(RetentionPolicy.RUNTIME)
@Target({
  ElementType.RECORD_COMPONENT,
  ElementType.FIELD,
  ElementType.METHOD,
  ElementType.PARAMETER
})
public @interface Forever {}
