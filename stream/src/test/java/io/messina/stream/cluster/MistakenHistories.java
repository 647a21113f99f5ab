package io.messina.stream.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;

/** Runs histories of a Messina of its own, into which a mistake was put as it was loaded. */
final class MistakenHistories extends ClassLoader {

  private static final String PRODUCT = "io.messina.stream.";

  private final Mistake mistake;

  MistakenHistories(Mistake mistake) {
    super(MistakenHistories.class.getClassLoader());
    this.mistake = mistake;
  }

  /** What is wrong with a history. */
  List<String> wrong(long seed) {
    try {
      Method run =
          loadClass(MistakenHistories.class.getName()).getDeclaredMethod("run", long.class);
      run.setAccessible(true);
      return ((List<?>) run.invoke(null, seed)).stream().map(String::valueOf).toList();
    } catch (InvocationTargetException e) {
      return List.of("it ended by " + e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Called in the other Messina. */
  static List<String> run(long seed) {
    return ClusterWorld.run(seed, Wiring.of(seed), StreamsProgram::new, PlantedBug.NOTHING).wrong();
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded != null) {
        return loaded;
      }
      return name.startsWith(PRODUCT) ? define(name) : super.loadClass(name, resolve);
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    try (InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (file == null) {
        throw new ClassNotFoundException(name);
      }
      byte[] sound = file.readAllBytes();
      byte[] bytes = name.equals(mistake.className) ? mistake.in(sound) : sound;
      return defineClass(name, bytes, 0, bytes.length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
