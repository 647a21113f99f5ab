package io.messina.testkit.mistake;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.LongStream;

/** Classes of a package and their tests, loaded once more, with a mistake in one of them. */
public final class MistakenClasses extends ClassLoader {

  private final Mistake mistake;
  private final List<String> packages;

  /**
   * Loads the class with the mistake at once, so that one that cannot be loaded fails the test.
   *
   * @param packages the beginnings of the names of the classes that are loaded once more: the class
   *     with the mistake, all that use it, and the tests
   */
  public MistakenClasses(Mistake mistake, String... packages) {
    super(mistake.getClass().getClassLoader());
    this.mistake = mistake;
    this.packages = List.of(packages);
    try {
      var _ = Class.forName(mistake.className(), true, this);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Returns the errors that a history finds.
   *
   * @param method a static method of it that takes a seed and returns a list of errors
   */
  public List<String> wrong(Class<?> history, String method, long seed) {
    try {
      Method run = loadClass(history.getName()).getDeclaredMethod(method, long.class);
      run.setAccessible(true);
      return ((List<?>) run.invoke(null, seed)).stream().map(String::valueOf).toList();
    } catch (InvocationTargetException e) {
      return List.of("it ended by " + e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Whether one of some histories tells of an error in words that fit. */
  public boolean isFound(
      Class<?> history, String method, LongStream seeds, Predicate<String> words) {
    return seeds.anyMatch(seed -> wrong(history, method, seed).stream().anyMatch(words));
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded != null) {
        return loaded;
      }
      return packages.stream().anyMatch(name::startsWith)
          ? define(name)
          : super.loadClass(name, resolve);
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    try (InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (file == null) {
        throw new ClassNotFoundException(name);
      }
      byte[] sound = file.readAllBytes();
      byte[] bytes = name.equals(mistake.className()) ? mistake.in(sound) : sound;
      return defineClass(name, bytes, 0, bytes.length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
