package io.messina.stream.mistake;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;

/** A Messina of its own, into which a mistake was put as it was loaded, and its tests. */
public final class MistakenMessina extends ClassLoader {

  private static final List<String> OWN = List.of("io.messina.stream.", "io.messina.runtime.");

  private final Mistake mistake;

  /** Loads the class with the mistake at once, so that one that cannot be loaded fails the test. */
  public MistakenMessina(Mistake mistake) {
    super(MistakenMessina.class.getClassLoader());
    this.mistake = mistake;
    try {
      var _ = Class.forName(mistake.className(), true, this);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * What is wrong with a history.
   *
   * @param history a class of tests
   * @param method a static method of it that takes a seed and returns a list of what is wrong
   * @param seed of the history
   * @return what it returned, or by what it ended
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

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded != null) {
        return loaded;
      }
      return OWN.stream().anyMatch(name::startsWith)
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
