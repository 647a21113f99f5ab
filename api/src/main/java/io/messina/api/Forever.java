package io.messina.api;

import com.fasterxml.jackson.annotation.JacksonAnnotationsInside;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.annotation.JsonSerialize;

/** Marks an optional duration: JSON has {@code forever} if it is absent. */
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
