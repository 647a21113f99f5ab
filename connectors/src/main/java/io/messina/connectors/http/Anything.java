package io.messina.connectors.http;

import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.Template;
import java.util.Set;

/**
 * Represents any value that a message may hold by a name: a text, a number, an object, or a list of
 * one.
 *
 * @param path its name
 * @param absent the names of absent values
 */
record Anything(String path, Set<String> absent) {

  static final Mustache.VariableFetcher MEMBER =
      (context, name) -> ((Anything) context).member(name);

  private Object member(String name) {
    String inner = path + "." + name;
    boolean isAbsent = absent.stream().anyMatch(each -> ("." + inner).endsWith("." + each));
    return isAbsent ? Template.NO_FETCHER_FOUND : new Anything(inner, absent);
  }

  /** A number, for places that may have no quotes; another number for another name. */
  @Override
  public String toString() {
    return String.valueOf(path.hashCode() & Integer.MAX_VALUE);
  }
}
