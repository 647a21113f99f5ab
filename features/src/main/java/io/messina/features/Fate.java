package io.messina.features;

/** The fate of a creation of a version. */
public enum Fate {
  /** It exists. */
  STANDS,
  /** It was deleted for good: a later creation of its name is another one. */
  GONE,
  /** No definition tells of it, or none that this version of Messina can read. */
  UNKNOWN
}
