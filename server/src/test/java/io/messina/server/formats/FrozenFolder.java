package io.messina.server.formats;

import io.messina.stream.json.ApiJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import tools.jackson.databind.JsonNode;

/**
 * The data folder of a server as it was written at a level, and what the server answered with it: a
 * resource of the tests that never changes.
 *
 * @param level the level of formats
 */
record FrozenFolder(int level) {

  private static final String DATA = "data.zip";
  private static final String ANSWERS = "answers.json";
  private static final String TOKEN = "token";

  /** So that the same folder makes the same archive. */
  private static final LocalDateTime ENTRY_TIME = LocalDateTime.of(2000, 1, 1, 0, 0);

  private String resource(String name) {
    return "/formats/" + level + "/" + name;
  }

  private InputStream open(String name) {
    return Objects.requireNonNull(
        FrozenFolder.class.getResourceAsStream(resource(name)),
        () -> resource(name) + " (expected: made by FrozenFolderMaker before the level is used)");
  }

  /** Questions, each with what the server answered. */
  JsonNode answers() throws IOException {
    try (InputStream in = open(ANSWERS)) {
      return ApiJson.MAPPER.readTree(in);
    }
  }

  /** A token that is known in the folder, and may read. */
  String token() throws IOException {
    try (InputStream in = open(TOKEN)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    }
  }

  /** Unpacks the folder. */
  void unpack(Path folder) throws IOException {
    try (InputStream in = open(DATA)) {
      unpack(in, folder);
    }
  }

  static void unpack(InputStream archive, Path folder) throws IOException {
    ZipInputStream zip = new ZipInputStream(archive);
    for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
      Path file = folder.resolve(entry.getName());
      Files.createDirectories(Objects.requireNonNull(file.getParent()));
      Files.copy(zip, file);
    }
  }

  static byte[] pack(Path folder) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (Path file : files(folder)) {
        String name = folder.relativize(file).toString();
        if (!isMadeAnew(name)) {
          ZipEntry entry = new ZipEntry(name);
          entry.setTimeLocal(ENTRY_TIME);
          zip.putNextEntry(entry);
          zip.write(used(name, Files.readAllBytes(file)));
          zip.closeEntry();
        }
      }
    }
    return bytes.toByteArray();
  }

  /** By each start. */
  private static boolean isMadeAnew(String name) {
    return name.startsWith("native/")
        || name.equals("lock")
        || name.endsWith(".spare")
        || name.matches("(.*/)?(LOG|LOG\\.old.*|LOCK|OPTIONS-.*)");
  }

  /** Writes the resources, an answer a line. */
  void write(Path resources, byte[] archive, JsonNode answers, String token) throws IOException {
    Path target = Files.createDirectories(resources.resolve("formats/" + level));
    Files.write(target.resolve(DATA), archive);
    Files.writeString(target.resolve(TOKEN), token + "\n");
    Files.writeString(
        target.resolve(ANSWERS),
        answers.properties().stream()
            .map(each -> ApiJson.MAPPER.writeValueAsString(each.getKey()) + ":" + each.getValue())
            .collect(Collectors.joining(",\n", "{\n", "\n}\n")));
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).sorted().toList();
    }
  }

  /** Files of rows have their full size from the beginning; the rest is zeros. */
  private static byte[] used(String name, byte[] content) {
    if (!name.endsWith(".rows")) {
      return content;
    }
    int end = content.length;
    while (end > 0 && content[end - 1] == 0) {
      end--;
    }
    return Arrays.copyOf(content, end);
  }
}
